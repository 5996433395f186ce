-- Owners of deleted entities who may have to lose the role of the type. The row comes in the
-- transaction that deletes the entity and goes when the user has the role or not, as it should be;
-- taking says that the role may be gone already.
CREATE TABLE owner_release (
  entity_id uuid        NOT NULL,
  user_id   text        NOT NULL,
  type      text        NOT NULL,
  taking    boolean     NOT NULL DEFAULT false,
  due       timestamptz NOT NULL,
  PRIMARY KEY (entity_id, user_id)
);
CREATE INDEX owner_release_due ON owner_release (due);
CREATE INDEX owner_link_user ON owner_link (user_id, type);

-- Users who were made without a password and are to be asked for one by mail. The row comes in the
-- transaction that stores their entity and goes when the mail is sent.
CREATE TABLE owner_request (
  entity_id uuid        NOT NULL,
  user_id   text        NOT NULL,
  attempts  integer     NOT NULL DEFAULT 0,
  due       timestamptz NOT NULL,
  PRIMARY KEY (entity_id, user_id)
);
CREATE INDEX owner_request_due ON owner_request (due);
