-- The call that made a change, by which its repetition is recognised: it is looked for among the
-- versions of the entity. Null for imports, which know by themselves how far they have come.
ALTER TABLE history ADD COLUMN call_id uuid;
