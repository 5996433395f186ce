-- Whether a claim is one of a former system.
ALTER TABLE claim ADD COLUMN adopted boolean NOT NULL DEFAULT false;
