-- Credentials of which it is not known yet that the registry has stored what they were issued for.
CREATE TABLE unconfirmed_credential (
  id uuid PRIMARY KEY REFERENCES issued_credential (id)
);
