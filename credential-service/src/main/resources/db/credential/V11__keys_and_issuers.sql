-- An issuer has one key that signs for each type of key.
ALTER TABLE signing_key
  ADD COLUMN key_type     text        NOT NULL DEFAULT 'RSA' CHECK (key_type IN ('RSA', 'ED25519', 'P256')),
  ADD COLUMN signed_from  timestamptz,
  ADD COLUMN signed_until timestamptz,
  ADD COLUMN revoked_at   timestamptz;
ALTER TABLE signing_key ALTER COLUMN key_type DROP DEFAULT;
DROP INDEX signing_key_active;
CREATE UNIQUE INDEX signing_key_active ON signing_key (issuer, key_type) WHERE state = 'ACTIVE';

-- When a key from elsewhere signed is not known. Until when keys signed that were replaced before is
-- not known either.
UPDATE signing_key SET signed_from = created_at WHERE octet_length(sealed_private_key) > 0;

-- Nothing is signed for a disabled issuer.
ALTER TABLE issuer ADD COLUMN disabled_at timestamptz;
