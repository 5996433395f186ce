-- Credentials that are signed for the first time are found apart from those that are tried again.
CREATE INDEX due_credential_new ON due_credential (due) WHERE attempts = 0;
CREATE INDEX due_credential_again ON due_credential (due) WHERE attempts > 0;
DROP INDEX due_credential_due;
