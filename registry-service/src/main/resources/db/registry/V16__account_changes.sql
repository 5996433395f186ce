-- Changes of accounts that go with a change of an entity that is not stored yet. The row goes in
-- the transaction that stores the entity; one whose hold has ended says what the account had, which
-- it gets back. An account has one at a time. "former" is null until the account is changed.
CREATE TABLE owner_change (
  user_id    text        PRIMARY KEY,
  change     uuid        NOT NULL UNIQUE,
  former     text,
  begun_at   timestamptz NOT NULL,
  held_until timestamptz NOT NULL,
  undoing    boolean     NOT NULL DEFAULT false
);
CREATE INDEX owner_change_held_until ON owner_change (held_until);
