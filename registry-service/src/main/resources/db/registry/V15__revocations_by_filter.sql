-- Revocations of the credentials of entities that a filter has found.
CREATE TABLE credential_revocation (
  id          uuid        PRIMARY KEY,
  type        text        NOT NULL,
  started_by  text,
  credentials text        NOT NULL,
  policy      text,
  begun       boolean     NOT NULL DEFAULT false,
  count       bigint      NOT NULL,
  started_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL
);
CREATE INDEX credential_revocation_updated_at ON credential_revocation (updated_at);

-- The entities that were found, each with its version at that time, which is the one that is changed.
-- "done" is set in the transaction that revokes.
CREATE TABLE credential_revocation_entity (
  revocation  uuid    NOT NULL,
  entity_id   uuid    NOT NULL,
  version     bigint  NOT NULL,
  credentials integer NOT NULL,
  done        boolean NOT NULL DEFAULT false,
  PRIMARY KEY (revocation, entity_id)
);
CREATE INDEX credential_revocation_entity_left ON credential_revocation_entity (revocation, entity_id)
  WHERE NOT done;
