-- Decisions that were asked for under an Idempotency-Key, for a day. A request whose outcome nobody
-- knows is asked again with the same attempt, which the registry decides once.
CREATE TABLE decision_request (
  caller     text        NOT NULL,
  key        text        NOT NULL,
  digest     text        NOT NULL,
  attempt    uuid        NOT NULL CONSTRAINT decision_request_attempt UNIQUE,
  begun_at   timestamptz NOT NULL,
  held_until timestamptz NOT NULL,
  answer     text,
  PRIMARY KEY (caller, key)
);
CREATE INDEX decision_request_begun ON decision_request (begun_at);
