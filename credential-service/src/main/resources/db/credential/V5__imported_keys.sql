-- An imported key has no private part here. Its credentials verify under contexts of their own only
-- if an admin named them: SHA-256 of each @context.
ALTER TABLE signing_key ADD COLUMN context_digests text[] NOT NULL DEFAULT '{}';
