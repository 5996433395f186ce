-- Requests under an Idempotency-Key. The answer is written in the transaction of the effect, by the
-- attempt that has the row; one without an answer whose hold has ended may be taken over.
CREATE TABLE idempotent_request (
  caller     text        NOT NULL,
  operation  text        NOT NULL,
  key        text        NOT NULL,
  digest     bytea       NOT NULL,
  attempt    uuid        NOT NULL UNIQUE,
  begun_at   timestamptz NOT NULL,
  held_until timestamptz NOT NULL,
  answer     text,
  PRIMARY KEY (caller, operation, key)
);
CREATE INDEX idempotent_request_begun_at ON idempotent_request (begun_at);

-- Users that are being made for an entity that is not stored yet. The row goes in the transaction
-- that stores the entity; one whose hold has ended says which user is to be taken back.
CREATE TABLE owner_provision (
  entity_id  uuid        NOT NULL,
  username   text        NOT NULL,
  begun_at   timestamptz NOT NULL,
  held_until timestamptz NOT NULL,
  undoing    boolean     NOT NULL DEFAULT false,
  PRIMARY KEY (entity_id, username)
);
CREATE INDEX owner_provision_held_until ON owner_provision (held_until);

-- Accounts that own a stored entity and may lack the role of its type. The row comes in the
-- transaction that stores the entity and goes when the account has the role.
CREATE TABLE owner_link (
  entity_id uuid        NOT NULL,
  user_id   text        NOT NULL,
  type      text        NOT NULL,
  due       timestamptz NOT NULL,
  PRIMARY KEY (entity_id, user_id)
);
CREATE INDEX owner_link_due ON owner_link (due);
