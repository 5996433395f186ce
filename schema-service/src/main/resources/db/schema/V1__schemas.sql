-- Grows with every change of any schema: of two descriptions of a type the larger one holds.
CREATE SEQUENCE type_revision;

CREATE TABLE schema_document (
  id         uuid        PRIMARY KEY,
  name       text        NOT NULL CONSTRAINT schema_name_is_unique UNIQUE,
  title      text,
  document   text        NOT NULL,
  status     text        NOT NULL CHECK (status IN ('DRAFT', 'PUBLISHED', 'DEPRECATED')),
  version    integer     NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  created_by text        NOT NULL,
  updated_by text        NOT NULL,
  owners     text[]      NOT NULL
);
CREATE INDEX schema_document_title ON schema_document (title);

-- Every document that was ever in force. The rows outlive their schema, so there is no foreign key.
CREATE TABLE schema_version (
  schema_id    uuid        NOT NULL,
  version      integer     NOT NULL,
  name         text        NOT NULL,
  document     text        NOT NULL,
  published_at timestamptz NOT NULL,
  published_by text        NOT NULL,
  PRIMARY KEY (schema_id, version)
);

-- The published types as other services get them: JSON text, because jsonb would reorder it.
CREATE TABLE entity_type (
  name      text   CONSTRAINT entity_type_is_unique PRIMARY KEY,
  schema_id uuid   NOT NULL REFERENCES schema_document (id) ON DELETE CASCADE,
  revision  bigint NOT NULL,
  type      text   NOT NULL
);
CREATE INDEX entity_type_schema ON entity_type (schema_id);

-- Which version of which other schema was bundled with a published one.
CREATE TABLE schema_pin (
  schema_id      uuid    NOT NULL REFERENCES schema_document (id) ON DELETE CASCADE,
  pinned_id      uuid    NOT NULL REFERENCES schema_document (id),
  pinned_version integer NOT NULL,
  PRIMARY KEY (schema_id, pinned_id)
);
CREATE INDEX schema_pin_pinned ON schema_pin (pinned_id);
