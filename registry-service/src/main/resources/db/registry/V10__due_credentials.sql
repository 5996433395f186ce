-- Whether the content is yet to be signed (SIGNING=deferred); "attestations" say the same of what is
-- attested.
ALTER TABLE entity ADD COLUMN credential_due boolean NOT NULL DEFAULT false;

-- Entities with credentials that are yet to be signed. The row comes in the transaction that stores
-- the entity. "due" is when signing is tried next, "refusal" why the last try could not make a
-- credential from the entity. A job that has signed everything deletes the row, unless the entity has
-- a newer version.
CREATE TABLE due_credential (
  entity_id uuid        PRIMARY KEY,
  type      integer     NOT NULL,
  version   bigint      NOT NULL,
  since     timestamptz NOT NULL,
  due       timestamptz NOT NULL,
  attempts  integer     NOT NULL DEFAULT 0,
  refusal   text
);
CREATE INDEX due_credential_due ON due_credential (due);
CREATE INDEX due_credential_since ON due_credential (since);

-- As of the outbox, every row is deleted soon: jobs that look for what is due never walk over the dead
-- rows of a busy hour.
ALTER TABLE due_credential SET (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_cost_delay = 0
);

-- Health counts the refused among however many wait.
CREATE INDEX due_credential_refused ON due_credential (entity_id) WHERE refusal IS NOT NULL;
