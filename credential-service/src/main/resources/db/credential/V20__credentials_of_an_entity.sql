-- Statements look for the credentials of an entity that are not revoked: what was revoked before grows
-- with each change, and is passed over. No partial index: where its rows are estimated as few, the
-- whole of it is read.
CREATE INDEX issued_credential_of_entity ON issued_credential (entity_id, revoked_at);
DROP INDEX issued_credential_entity;

-- In the order in which they were issued: the credentials of an id that a template shares between many
-- are not sorted.
CREATE INDEX issued_credential_of_id ON issued_credential (credential_id, number);
DROP INDEX issued_credential_id;
