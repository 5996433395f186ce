-- The types that schema-service has published, as this service knows them. A row is published when
-- its partition and indexes stand. "number" names the partition: entity_<number>.
CREATE TABLE entity_type (
  name      text    PRIMARY KEY,
  number    integer NOT NULL UNIQUE GENERATED ALWAYS AS IDENTITY,
  schema_id text    NOT NULL,
  revision  bigint  NOT NULL,
  published boolean NOT NULL,
  type      text    NOT NULL,
  catalogue bigint  NOT NULL
);

-- Grows with every change of entity_type; its row lock puts the changes in order, so that a replica
-- that has read up to one revision has missed nothing before it.
CREATE TABLE catalogue (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  revision bigint  NOT NULL
);
INSERT INTO catalogue (revision) VALUES (0);

-- One partition per type. Statements address the partition itself.
CREATE TABLE entity (
  type          integer     NOT NULL,
  id            uuid        NOT NULL,
  version       bigint      NOT NULL,
  body          jsonb       NOT NULL,
  owners        text[]      NOT NULL,
  complete      boolean     NOT NULL,
  attestations  jsonb       NOT NULL,
  credential_id text,
  signed_data   text,
  created_at    timestamptz NOT NULL,
  created_by    text,
  updated_at    timestamptz NOT NULL,
  updated_by    text,
  deleted_at    timestamptz
) PARTITION BY LIST (type);

-- Each change of an entity: who, when, and the values before and after it.
CREATE TABLE history (
  id         uuid        NOT NULL,
  version    bigint      NOT NULL,
  type       integer     NOT NULL,
  operation  text        NOT NULL,
  changed_at timestamptz NOT NULL,
  changed_by text,
  changes    jsonb       NOT NULL,
  PRIMARY KEY (id, version)
);
