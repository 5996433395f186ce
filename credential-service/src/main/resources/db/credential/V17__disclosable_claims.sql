-- JSON Pointers to the claims that an SD-JWT of the credential discloses separately; null for all.
ALTER TABLE issued_credential ADD COLUMN disclosable text[];
