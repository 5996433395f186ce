-- Searches of revoked credentials are in the order of time, or for one credential.
CREATE INDEX revoked_credential_created ON revoked_credential (created_at, osid);
CREATE INDEX revoked_credential_id ON revoked_credential (credential_id COLLATE "C");
CREATE INDEX revoked_credential_of ON revoked_credential (entity_id COLLATE "C", created_at, osid);
DROP INDEX revoked_credential_entity;
