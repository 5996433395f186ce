-- Substring search over indexed fields.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Up to which revision of the type its indexes stand. Constraints that are to hold soon are kept
-- until "reserved_until" although no published revision asks for them.
ALTER TABLE entity_type
  ADD COLUMN indexed        bigint NOT NULL DEFAULT -1,
  ADD COLUMN reserved_until timestamptz;
