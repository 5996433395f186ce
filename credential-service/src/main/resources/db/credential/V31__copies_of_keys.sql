-- A form of a credential for a key of its owner is a copy too: one for each key, without an offer.
ALTER TABLE wallet_copy
  ALTER COLUMN offer DROP NOT NULL,
  ALTER COLUMN configuration DROP NOT NULL,
  ALTER COLUMN notification DROP NOT NULL;
CREATE UNIQUE INDEX wallet_copy_key ON wallet_copy (credential, thumbprint) WHERE offer IS NULL;
