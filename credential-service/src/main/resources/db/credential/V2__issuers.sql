-- Who credentials are issued by, and who named it. Issuers from before were named by templates.
CREATE TABLE issuer (
  did        text        PRIMARY KEY,
  named_by   text        NOT NULL CHECK (named_by IN ('DEFAULT', 'SCHEMA', 'ADMIN')),
  created_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO issuer (did, named_by) SELECT DISTINCT issuer, 'SCHEMA' FROM signing_key;
