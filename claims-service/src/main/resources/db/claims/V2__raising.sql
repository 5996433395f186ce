-- Claims that are being opened. The registry is asked what is attested while no transaction is open;
-- a withdrawal that comes meanwhile marks the row, and the claim is closed as it is stored. A row
-- goes with the transaction that stores its claim, or when it is old.
CREATE TABLE raising (
  attempt      uuid        PRIMARY KEY,
  claim_id     uuid        NOT NULL,
  entity_id    text        NOT NULL,
  begun_at     timestamptz NOT NULL,
  withdrawn    boolean     NOT NULL DEFAULT false,
  withdrawn_by text
);
CREATE INDEX raising_entity ON raising (entity_id);
