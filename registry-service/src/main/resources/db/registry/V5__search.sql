-- Trigrams are of letters and digits of ASCII alone where the database's character classes are C,
-- so what lies beyond is written as the octal digits of its bytes. A part of a text stays a part of
-- the written text, but not the other way round: who searches with it compares the texts, too.
CREATE FUNCTION search_text(text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN replace(encode(convert_to(lower($1 COLLATE "pg_c_utf8"), 'UTF8'), 'escape'), '\', '');

-- Signs the cursors of searches; all replicas share it.
CREATE TABLE search_key (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  key      bytea   NOT NULL
);
INSERT INTO search_key (key)
VALUES (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- The indexes of fields are others from now on: they are built anew.
UPDATE entity_type SET indexed = -1;
