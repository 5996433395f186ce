-- Decisions that the registry was asked for. The registry decides; the note of the attempt that it
-- names becomes the claim's as the claim is closed.
CREATE TABLE attempt (
  id         uuid        PRIMARY KEY,
  claim_id   uuid        NOT NULL,
  decision   text        NOT NULL CHECK (decision IN ('GRANTED', 'REJECTED', 'WITHDRAWN')),
  decided_by text        NOT NULL,
  note       text,
  at         timestamptz NOT NULL
);
CREATE INDEX attempt_claim ON attempt (claim_id);
CREATE INDEX attempt_at ON attempt (at);

-- The attempt that the registry closed the claim by: such a decision is final.
ALTER TABLE claim ADD COLUMN attempt uuid;
