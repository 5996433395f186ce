-- The last segment of the path under which a former system had a file, by which it is read too.
ALTER TABLE file ADD COLUMN former_name text;
