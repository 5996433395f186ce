-- Requests under an Idempotency-Key, in the form that all services have. Keys of the day before the
-- migration are forgotten: their requests were described in another way.
DROP TABLE request;
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
