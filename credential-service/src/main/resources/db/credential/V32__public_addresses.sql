-- The public addresses (PUBLIC_URL) that this database has had. A status list has the newest address
-- whose first_list is not above its number, for ever: credentials name it.
CREATE TABLE public_address (
  first_list bigint      PRIMARY KEY,
  address    text        NOT NULL,
  since      timestamptz NOT NULL DEFAULT now()
);
