-- What former systems revoked: credentials by their id, or by the hash of their canonical form.
CREATE TABLE imported_revocation (
  kind        text        NOT NULL CHECK (kind IN ('ID', 'HASH')),
  value       text        NOT NULL,
  revoked_at  timestamptz,
  user_id     text,
  imported_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, value)
);
