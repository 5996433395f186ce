-- The last change of the status of the credential of an entity's content, as JSON: whether it was
-- suspended, reinstated or revoked, by whom and by which right, until when and why. That of an
-- attestation's credential is in "attestations".
ALTER TABLE entity ADD COLUMN credential_status text;
