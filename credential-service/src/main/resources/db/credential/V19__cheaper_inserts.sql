-- Its rows are written in the statement that writes those of issued_credential, which are never
-- deleted: checking that again locked each new row once more.
ALTER TABLE unconfirmed_credential DROP CONSTRAINT unconfirmed_credential_id_fkey;
