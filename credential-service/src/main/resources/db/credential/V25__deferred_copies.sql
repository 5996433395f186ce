-- An offer may be made before its credential is signed. The credential is named when it is.
ALTER TABLE wallet_offer ALTER COLUMN credential DROP NOT NULL;
ALTER TABLE wallet_offer
  ADD COLUMN entity_type text,
  ADD COLUMN attestation_name text,
  ADD COLUMN issuer text;
UPDATE wallet_offer offer
SET entity_type = issued.entity_type,
  attestation_name = issued.attestation_name,
  issuer = issued.issuer
FROM issued_credential issued
WHERE issued.id = offer.credential;
ALTER TABLE wallet_offer
  ALTER COLUMN entity_type SET NOT NULL,
  ALTER COLUMN issuer SET NOT NULL;

-- Copies that a wallet requested and that could not be signed at once (OpenID4VCI 1.0, section 9).
-- An offer has one for each configuration. Only the hash of a transaction's id is kept.
CREATE TABLE wallet_transaction (
  transaction_hash bytea PRIMARY KEY,
  offer            uuid  NOT NULL REFERENCES wallet_offer (id) ON DELETE CASCADE,
  configuration    text  NOT NULL,
  -- The public keys for which copies were requested; a null for a copy that is bound to none.
  holders          jsonb NOT NULL,
  CONSTRAINT wallet_transaction_offer UNIQUE (offer, configuration)
);
