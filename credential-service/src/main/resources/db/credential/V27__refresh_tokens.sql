-- The owner of a record may allow, when making an offer, that the wallet renews what it received.
ALTER TABLE wallet_offer ADD COLUMN refresh boolean NOT NULL DEFAULT false;

-- The refresh tokens of wallets: one chain for each accepted offer, in which each token replaces the one
-- before. Only hashes are kept: that of the chain's name, which each of its tokens contains, and that of
-- the one token that is accepted.
CREATE TABLE wallet_refresh (
  offer      uuid        PRIMARY KEY REFERENCES wallet_offer (id) ON DELETE CASCADE,
  chain_hash bytea       NOT NULL CONSTRAINT wallet_refresh_chain UNIQUE,
  token_hash bytea       NOT NULL,
  -- What the tokens are bound to: the thumbprint (RFC 7638) of the wallet's key (DPoP), and the client
  -- that authenticated itself.
  thumbprint text,
  client     text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK (thumbprint IS NOT NULL OR client IS NOT NULL)
);
CREATE INDEX wallet_refresh_expiry ON wallet_refresh (expires_at);
