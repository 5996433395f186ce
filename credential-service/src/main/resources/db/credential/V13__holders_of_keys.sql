-- Who holds the private part of a key: the database (sealed with the master key), or another that
-- knows it by a reference. Public keys from elsewhere have none.
ALTER TABLE signing_key
  ADD COLUMN held_by       text CHECK (held_by IN ('DATABASE', 'PKCS11', 'VAULT')),
  ADD COLUMN key_reference text;
UPDATE signing_key SET held_by = 'DATABASE' WHERE octet_length(sealed_private_key) > 0;
ALTER TABLE signing_key
  ADD CHECK ((held_by = 'DATABASE') IS NOT DISTINCT FROM (octet_length(sealed_private_key) > 0)
    OR held_by IS NULL AND octet_length(sealed_private_key) = 0),
  ADD CHECK ((key_reference IS NOT NULL) = (held_by IS NOT NULL AND held_by <> 'DATABASE'));
