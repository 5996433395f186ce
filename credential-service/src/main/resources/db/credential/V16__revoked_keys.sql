-- Whether a public key is revoked, under whatever name, is read with each verification.
CREATE INDEX signing_key_revoked ON signing_key USING hash (public_key_pem) WHERE state = 'REVOKED';
