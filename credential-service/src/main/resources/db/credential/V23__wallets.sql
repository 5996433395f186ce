-- Offers of credentials to wallets (OpenID4VCI 1.0). An offer has one secret, from which its
-- pre-authorized code is derived; only the hash of the code is kept, and that of code and transaction
-- code together.
CREATE TABLE wallet_offer (
  id               uuid        PRIMARY KEY,
  code_hash        bytea       NOT NULL CONSTRAINT wallet_offer_code UNIQUE,
  transaction_hash bytea,
  attempts         smallint    NOT NULL DEFAULT 0,
  credential       uuid        NOT NULL REFERENCES issued_credential (id),
  entity_id        text        NOT NULL,
  attestation_id   text,
  -- SHA-256 of the owners for whom it was made: it ends when there are others.
  owners_hash      text        NOT NULL,
  offered_by       text        NOT NULL,
  configurations   text[]      NOT NULL,
  created_at       timestamptz NOT NULL,
  expires_at       timestamptz NOT NULL,
  accepted_at      timestamptz,
  withdrawn_at     timestamptz
);
CREATE INDEX wallet_offer_entity ON wallet_offer (entity_id, expires_at);
CREATE INDEX wallet_offer_caller ON wallet_offer (offered_by, expires_at);
CREATE INDEX wallet_offer_expiry ON wallet_offer (expires_at);

-- Access tokens of wallets, each of one offer. Only the hash of a token is kept.
CREATE TABLE wallet_token (
  token_hash bytea       PRIMARY KEY,
  offer      uuid        NOT NULL REFERENCES wallet_offer (id) ON DELETE CASCADE,
  -- The thumbprint (RFC 7638) of the key that the token is bound to (DPoP).
  thumbprint text,
  -- The configurations whose credentials were issued.
  used       text[]      NOT NULL DEFAULT '{}',
  expires_at timestamptz NOT NULL
);
CREATE INDEX wallet_token_offer ON wallet_token (offer);
CREATE INDEX wallet_token_expiry ON wallet_token (expires_at);

-- Nonces, and ids of DPoP proofs, that were used and would still be accepted.
CREATE TABLE wallet_used (
  hash       bytea       PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX wallet_used_expiry ON wallet_used (expires_at);

-- What wallets received: each copy has a status entry of its own, which follows its credential.
CREATE TABLE wallet_copy (
  id              uuid        PRIMARY KEY,
  credential      uuid        NOT NULL REFERENCES issued_credential (id),
  offer           uuid        NOT NULL,
  configuration   text        NOT NULL,
  status_list     bigint      NOT NULL,
  status_index    integer     NOT NULL CHECK (status_index BETWEEN 0 AND 131071),
  -- That of the credential.
  suspended_until timestamptz,
  -- The thumbprint of the holder's key, or null for a copy that is bound to none.
  thumbprint      text,
  notification    uuid        NOT NULL,
  -- What the wallet said that it did with it, or null.
  event           text,
  issued_at       timestamptz NOT NULL
);
CREATE UNIQUE INDEX wallet_copy_status ON wallet_copy (status_list, status_index);
CREATE INDEX wallet_copy_credential ON wallet_copy (credential);
CREATE INDEX wallet_copy_notification ON wallet_copy (notification);
CREATE INDEX wallet_copy_suspended_until ON wallet_copy (status_list, suspended_until)
  WHERE suspended_until IS NOT NULL;
