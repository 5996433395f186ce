-- Status lists (W3C Bitstring Status List v1.0) of 131,072 entries, for both purposes. Entries are
-- taken in order; the index of an entry is a permutation of its number by the list's key.
CREATE TABLE status_list (
  id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  issuer     text        NOT NULL,
  key        bytea       NOT NULL,
  taken      integer     NOT NULL DEFAULT 0 CHECK (taken BETWEEN 0 AND 131072),
  open       boolean     NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX status_list_open ON status_list (issuer) WHERE open;

-- 2,048 bits of a list each. One that is not there has no bit set.
CREATE TABLE status_segment (
  list    bigint     NOT NULL REFERENCES status_list (id),
  purpose text       NOT NULL CHECK (purpose IN ('revocation', 'suspension')),
  segment smallint   NOT NULL CHECK (segment BETWEEN 0 AND 63),
  bits    bit (2048) NOT NULL,
  version bigint     NOT NULL,
  PRIMARY KEY (list, purpose, segment)
) WITH (fillfactor = 50);

-- The list credentials as they were signed last. version is the sum of the segments' versions.
CREATE TABLE status_list_credential (
  list                bigint      NOT NULL REFERENCES status_list (id),
  purpose             text        NOT NULL,
  version             bigint      NOT NULL,
  verification_method text        NOT NULL,
  credential          text        NOT NULL,
  signed_at           timestamptz NOT NULL,
  PRIMARY KEY (list, purpose)
);

-- suspension_version is the entity's version of the newest suspension or reinstatement.
ALTER TABLE issued_credential
  ADD COLUMN status_list        bigint,
  ADD COLUMN status_index       integer CHECK (status_index BETWEEN 0 AND 131071),
  ADD COLUMN suspended_at       timestamptz,
  ADD COLUMN suspension_version bigint NOT NULL DEFAULT 0,
  ADD CHECK ((status_list IS NULL) = (status_index IS NULL));
CREATE UNIQUE INDEX issued_credential_status ON issued_credential (status_list, status_index);
