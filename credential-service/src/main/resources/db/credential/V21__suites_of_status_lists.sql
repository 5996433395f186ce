-- A list is secured by the suite of the credentials that have an entry in it. Lists from before are
-- secured by the suite that PROOF_SUITE names; replicas of the release before take entries of open
-- ones until the last of them has stopped.
ALTER TABLE status_list ADD COLUMN suite text, ADD COLUMN filling boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX status_list_filling ON status_list (issuer, suite) WHERE filling;
