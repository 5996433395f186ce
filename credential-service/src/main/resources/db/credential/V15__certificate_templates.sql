-- Templates of certificates that admins uploaded. The text of a version never changes.
CREATE TABLE certificate_template (
  id          uuid        PRIMARY KEY,
  name        text        NOT NULL,
  version     integer     NOT NULL,
  media_type  text        NOT NULL,
  digest      text        NOT NULL,
  template    text        NOT NULL,
  -- When a schema that names it was last checked for publication.
  reserved_at timestamptz,
  created_at  timestamptz NOT NULL,
  CONSTRAINT certificate_template_version UNIQUE (name, version)
);
