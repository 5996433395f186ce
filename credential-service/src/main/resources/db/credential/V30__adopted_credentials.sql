-- Whether a credential is one of a former system. An imported revocation revokes it too.
ALTER TABLE issued_credential ADD COLUMN adopted boolean NOT NULL DEFAULT false;
