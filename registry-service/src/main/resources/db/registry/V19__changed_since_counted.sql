-- Whether an entity of a revocation by a filter was left out, because it has changed since it was found.
ALTER TABLE credential_revocation_entity ADD COLUMN changed boolean NOT NULL DEFAULT false;
