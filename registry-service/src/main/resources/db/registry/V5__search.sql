-- Signs the cursors of searches; all replicas share it.
CREATE TABLE search_key (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  key      bytea   NOT NULL
);
INSERT INTO search_key (key)
VALUES (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- The indexes of fields are others from now on: they are built anew.
UPDATE entity_type SET indexed = -1;
