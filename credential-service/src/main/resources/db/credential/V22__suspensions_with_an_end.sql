-- When the suspension of a credential ends. The bits of suspensions that have ended are cleared when the
-- list is next read.
ALTER TABLE issued_credential ADD COLUMN suspended_until timestamptz;
CREATE INDEX issued_credential_suspended_until ON issued_credential (status_list, suspended_until)
  WHERE suspended_until IS NOT NULL;
