-- The former system that an entity was adopted from and when, as JSON: from, at. Null for an entity
-- that was made here.
ALTER TABLE entity ADD COLUMN adopted text;

-- Whether the rows of an import are records of a former system.
ALTER TABLE entity_import ADD COLUMN adopted boolean NOT NULL DEFAULT false;

-- The records of former systems: the version as which each was adopted last, and the SHA-256 of what
-- it was adopted from. An entity with a newer version has changed here since.
CREATE TABLE adopted_entity (
  entity_id uuid    PRIMARY KEY,
  type      integer NOT NULL,
  version   bigint  NOT NULL,
  digest    bytea   NOT NULL
);
