-- Issuers whose credentials may name a context though their proofs do not name their contexts.
ALTER TABLE uploaded_context ADD COLUMN issuers text[] NOT NULL DEFAULT '{}';
