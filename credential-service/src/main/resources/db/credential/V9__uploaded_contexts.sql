-- JSON-LD contexts that admins uploaded. The document at an address never changes.
CREATE TABLE uploaded_context (
  id         uuid        PRIMARY KEY,
  address    text        NOT NULL CONSTRAINT uploaded_context_address UNIQUE,
  digest     text        NOT NULL,
  document   text        NOT NULL,
  -- Whether a credential was signed under it: then it is never deleted.
  used       boolean     NOT NULL DEFAULT false,
  -- When a template that names it was last checked for publication.
  checked_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX uploaded_context_digest ON uploaded_context (digest);
