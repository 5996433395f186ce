-- Statements look for the credentials of an entity that are not revoked, or of an id: what was revoked
-- before grows with each change, and is passed over.
CREATE INDEX issued_credential_unrevoked ON issued_credential (entity_id) WHERE revoked_at IS NULL;
DROP INDEX issued_credential_entity;

-- In the order in which they were issued: an id that a template shares between many is not sorted.
CREATE INDEX issued_credential_of_id ON issued_credential (credential_id, number);
CREATE INDEX issued_credential_valid_of_id ON issued_credential (credential_id, number)
  WHERE revoked_at IS NULL;
DROP INDEX issued_credential_id;
