-- Requests for presentations (OpenID4VP), and what wallets answered. A row lives for minutes.
CREATE TABLE presentation_request (
  id           uuid        PRIMARY KEY,
  -- SHA-256 of the reference in the address that the wallet gets.
  reference    text        NOT NULL,
  user_id      text        NOT NULL,
  state        text        NOT NULL CHECK (state IN ('OPEN', 'ANSWERED', 'DECLINED')),
  prefix       text        NOT NULL,
  mode         text        NOT NULL,
  query        text        NOT NULL,
  nonce        text        NOT NULL,
  wallet_state text        NOT NULL,
  -- The key that the response is encrypted to: its public part, and its private part sealed with the
  -- master key.
  public_key   text,
  sealed_key   bytea,
  responses    integer     NOT NULL DEFAULT 0,
  outcome      text,
  refusal      text,
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  CONSTRAINT presentation_request_reference UNIQUE (reference)
);
CREATE INDEX presentation_request_user ON presentation_request (user_id);
CREATE INDEX presentation_request_expiry ON presentation_request (expires_at);

-- Queries that admins stored, which callers use by name.
CREATE TABLE presentation_query (
  name        text        PRIMARY KEY,
  description text,
  query       text        NOT NULL,
  updated_at  timestamptz NOT NULL
);
