-- An issuer's keys. The private part is sealed with the master key (AES-256-GCM).
CREATE TABLE signing_key (
  verification_method text        PRIMARY KEY,
  issuer              text        NOT NULL,
  state               text        NOT NULL CHECK (state IN ('ACTIVE', 'VERIFY_ONLY', 'REVOKED')),
  public_key_pem      text        NOT NULL,
  sealed_private_key  bytea       NOT NULL,
  created_at          timestamptz NOT NULL
);
CREATE UNIQUE INDEX signing_key_active ON signing_key (issuer) WHERE state = 'ACTIVE';
CREATE INDEX signing_key_issuer ON signing_key (issuer, created_at);

CREATE TABLE issued_credential (
  id               uuid        PRIMARY KEY,
  credential_id    text        NOT NULL,
  entity_type      text        NOT NULL,
  entity_id        text        NOT NULL,
  attestation_name text,
  issuer           text        NOT NULL,
  signed_hash      text        NOT NULL,
  proof_hash       text        NOT NULL UNIQUE,
  context_digest   text        NOT NULL,
  credential       text        NOT NULL,
  issued_at        timestamptz NOT NULL,
  revoked_at       timestamptz
);
CREATE INDEX issued_credential_id ON issued_credential (credential_id);
CREATE INDEX issued_credential_signed_hash ON issued_credential (signed_hash);
CREATE INDEX issued_credential_entity ON issued_credential (entity_id);

-- The records of the registry type RevokedCredential (seed 3.4). osid is the id of the credential.
CREATE TABLE revoked_credential (
  osid          uuid        PRIMARY KEY REFERENCES issued_credential (id),
  entity        text        NOT NULL,
  entity_id     text        NOT NULL,
  credential_id text        NOT NULL,
  signed_hash   text        NOT NULL,
  signed_data   text        NOT NULL,
  user_id       text,
  created_at    timestamptz NOT NULL
);
CREATE INDEX revoked_credential_entity ON revoked_credential (entity_id, created_at);

-- Contexts that we generated, by content address.
CREATE TABLE generated_context (
  digest     text        PRIMARY KEY,
  address    text        NOT NULL UNIQUE,
  document   text        NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Under which contexts a credential was signed that has inline ones and is not stored itself.
CREATE TABLE pinned_context (
  proof_hash     text        PRIMARY KEY,
  context_digest text        NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT now()
);
