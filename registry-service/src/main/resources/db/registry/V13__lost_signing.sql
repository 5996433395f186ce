-- How many attempts to sign an entity's credentials have begun and not ended since the last one that
-- ended. An entity with one such attempt is signed alone; one with two waits for an operator.
ALTER TABLE due_credential ADD COLUMN unended smallint NOT NULL DEFAULT 0;
CREATE INDEX due_credential_unended ON due_credential (due) WHERE unended > 0;
