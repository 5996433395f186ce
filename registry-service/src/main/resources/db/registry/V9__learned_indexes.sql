-- Indexes of fields that searches have shown to need one, beside those that types declare. The kind
-- STATISTICS stands for statistics of a field that has no index. "built" is set when the index stands,
-- "indexfield" where the type declares the field as indexed, and searches have looked for its parts.
CREATE TABLE learned_index (
  type       integer     NOT NULL,
  kind       text        NOT NULL,
  field      text        NOT NULL,
  built      boolean     NOT NULL DEFAULT false,
  pinned     boolean     NOT NULL DEFAULT false,
  indexfield boolean     NOT NULL DEFAULT false,
  learned_at timestamptz NOT NULL DEFAULT now(),
  used_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (type, kind, field)
);

-- Grows when learned indexes of the type are added or removed: a build that began before such a
-- change does not complete the type.
ALTER TABLE entity_type ADD COLUMN index_changes bigint NOT NULL DEFAULT 0;

-- Index fields no longer have an index of the parts of their texts from the start; the existing ones
-- are learned indexes from now on.
UPDATE entity_type SET indexed = -1;
