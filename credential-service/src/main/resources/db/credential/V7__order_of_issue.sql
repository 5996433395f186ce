-- The order in which credentials were issued: their ids come from the clocks of several callers.
ALTER TABLE issued_credential ADD COLUMN number bigint;
UPDATE issued_credential AS issued SET number = ordered.number
FROM (SELECT id, row_number() OVER (ORDER BY id) AS number FROM issued_credential) AS ordered
WHERE ordered.id = issued.id;
ALTER TABLE issued_credential ALTER COLUMN number SET NOT NULL;
ALTER TABLE issued_credential ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY;
SELECT setval(
  pg_get_serial_sequence('issued_credential', 'number'), count(*) + 1, false)
FROM issued_credential;
