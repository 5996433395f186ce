-- What a wallet gets with the access token that the identity provider issued to its user: one row for
-- each user and credential, as if the user had made an offer and accepted it.
ALTER TABLE wallet_offer ADD COLUMN own boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX wallet_offer_own
  ON wallet_offer (offered_by, entity_id, (coalesce(attestation_name, '')), (coalesce(attestation_id, '')))
  WHERE own;
