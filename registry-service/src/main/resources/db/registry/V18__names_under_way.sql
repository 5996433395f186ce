-- The user names and e-mail addresses, in lower case, that a change takes or frees. Until it is finished, nobody else
-- gets them.
ALTER TABLE owner_change ADD COLUMN names text[];
