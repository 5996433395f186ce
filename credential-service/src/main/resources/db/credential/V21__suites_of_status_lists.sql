-- A list is secured by the suite of the credentials that have an entry in it. Lists from before take
-- no new entries; they are secured by the suite that PROOF_SUITE names.
ALTER TABLE status_list ADD COLUMN suite text;
UPDATE status_list SET open = false WHERE open;
DROP INDEX status_list_open;
CREATE UNIQUE INDEX status_list_open ON status_list (issuer, suite) WHERE open;
