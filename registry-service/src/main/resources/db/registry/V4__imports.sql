-- Imports of entities. "rows" counts the rows that are done; it moves in the statement that stores
-- them, so that a batch that comes again is recognised.
CREATE TABLE entity_import (
  id         uuid        PRIMARY KEY,
  type       text        NOT NULL,
  started_by text        NOT NULL,
  dry_run    boolean     NOT NULL,
  upsert     text,
  completed  boolean     NOT NULL,
  rows       bigint      NOT NULL,
  checksum   bigint      NOT NULL,
  created    bigint      NOT NULL,
  replaced   bigint      NOT NULL,
  refused    bigint      NOT NULL,
  started_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX entity_import_updated_at ON entity_import (updated_at);

-- What is wrong with the rows that were refused.
CREATE TABLE entity_import_error (
  import  uuid    NOT NULL,
  row_no  bigint  NOT NULL,
  number  integer NOT NULL,
  line_no bigint  NOT NULL,
  pointer text    NOT NULL,
  rule    text    NOT NULL,
  message text    NOT NULL,
  PRIMARY KEY (import, row_no, number)
);

-- The unique values of the rows that a dry run has accepted; they go when it is completed.
CREATE TABLE entity_import_key (
  import        uuid    NOT NULL,
  unique_number integer NOT NULL,
  value         jsonb   NOT NULL,
  row_no        bigint  NOT NULL,
  PRIMARY KEY (import, unique_number, value)
);
