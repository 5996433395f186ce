CREATE TABLE file (
  document_id  uuid        PRIMARY KEY,
  entity_type  text        NOT NULL,
  entity_id    uuid        NOT NULL,
  property     text        NOT NULL,
  object_key   uuid        NOT NULL UNIQUE,
  file_name    text        NOT NULL,
  content_type text        NOT NULL,
  size         bigint      NOT NULL,
  sha256       text        NOT NULL,
  created_at   timestamptz NOT NULL,
  created_by   text
);
CREATE INDEX file_of_property ON file (entity_id, property, created_at);

-- Entities that are gone: an upload that was under way when its entity was deleted finds it here.
CREATE TABLE deleted_entity (
  entity_id uuid PRIMARY KEY
);
