-- Which token a decision was submitted with (jti), for the history of the claim.
ALTER TABLE attempt ADD COLUMN token_id text;
ALTER TABLE claim ADD COLUMN token_id text;

-- Requests under an Idempotency-Key are notes, too.
ALTER TABLE decision_request RENAME TO request;
ALTER TABLE request RENAME COLUMN answer TO reply;

-- The newest revision of the entity type in which the policy is so: of several audiences of one
-- policy, that of the largest revision is in force.
ALTER TABLE audience ADD COLUMN revision bigint NOT NULL DEFAULT 0;

-- For the count of claims: those of the caller's own are left out.
CREATE INDEX claim_of_owner ON claim USING gin (owners);
