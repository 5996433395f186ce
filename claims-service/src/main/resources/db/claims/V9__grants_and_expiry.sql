-- Grants of attestors of whom the policy requires several, oldest first: by, tokenId, at.
ALTER TABLE claim ADD COLUMN grants jsonb NOT NULL DEFAULT '[]';

-- Claims that nobody decided in time.
ALTER TABLE claim DROP CONSTRAINT claim_decision_check;
ALTER TABLE claim ADD CONSTRAINT claim_decision_check
  CHECK (decision IN ('GRANTED', 'REJECTED', 'WITHDRAWN', 'EXPIRED'));
