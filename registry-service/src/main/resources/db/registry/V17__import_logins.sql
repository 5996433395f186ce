-- Whether an import makes accounts for the owners that its rows name.
ALTER TABLE entity_import ADD COLUMN logins boolean NOT NULL DEFAULT false;
