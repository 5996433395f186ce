-- Claims are found by what their conditions compare. An audience is now a policy as it stood when a
-- claim was raised; the requester's values are the claim's own, and follow the requester's entity.
ALTER TABLE audience RENAME TO old_audience;
ALTER INDEX audience_attestor_entity RENAME TO old_audience_attestor_entity;
ALTER TABLE old_audience RENAME CONSTRAINT audience_is_unique TO old_audience_is_unique;

CREATE TABLE audience (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  digest           bytea   NOT NULL CONSTRAINT audience_is_unique UNIQUE,
  entity           text    NOT NULL,
  attestation_name text    NOT NULL,
  attestor_entity  text    NOT NULL,
  condition        text    NOT NULL,
  self_attestation boolean NOT NULL DEFAULT false
);
CREATE INDEX audience_attestor_entity ON audience (attestor_entity);
CREATE INDEX audience_entity ON audience (entity);

ALTER TABLE claim
  ADD COLUMN requester      text   NOT NULL DEFAULT '{}',
  ADD COLUMN owners         text[] NOT NULL DEFAULT '{}',
  ADD COLUMN entity_version bigint NOT NULL DEFAULT 0,
  DROP CONSTRAINT claim_audience_id_fkey;

INSERT INTO audience (digest, entity, attestation_name, attestor_entity, condition)
SELECT DISTINCT sha256(convert_to(concat_ws(E'\n', c.entity, c.attestation_name, o.attestor_entity,
         'false', o.audience::json ->> 'condition'), 'UTF8')),
       c.entity, c.attestation_name, o.attestor_entity, o.audience::json ->> 'condition'
FROM claim c JOIN old_audience o ON o.id = c.audience_id;

UPDATE claim c
SET requester = o.audience::json ->> 'requester', audience_id = a.id
FROM old_audience o, audience a
WHERE o.id = c.audience_id AND a.entity = c.entity AND a.attestation_name = c.attestation_name
  AND a.attestor_entity = o.attestor_entity AND a.condition = o.audience::json ->> 'condition';

DROP TABLE old_audience;
DROP INDEX claim_audience;
DROP INDEX claim_entity;
DROP INDEX claim_raised_by;
DROP INDEX claim_newest;

ALTER TABLE claim
  ADD CONSTRAINT claim_audience_fkey FOREIGN KEY (audience_id) REFERENCES audience (id),
  ADD CONSTRAINT claim_status UNIQUE (id, status);
CREATE INDEX claim_of_audience ON claim (audience_id, status, created_at, id);
CREATE INDEX claim_of_entity ON claim (entity_id, status, created_at, id);
CREATE INDEX claim_of_raiser ON claim (raised_by, status, created_at, id);

-- The keys under which a claim is found by those who could decide it: values of its requester, as
-- hashes, or '*' where the values cannot be looked up. The status is the claim's.
CREATE TABLE claim_lookup (
  audience_id bigint      NOT NULL REFERENCES audience (id),
  status      text        NOT NULL,
  length      integer     NOT NULL,
  value       text        NOT NULL COLLATE "C",
  created_at  timestamptz NOT NULL,
  claim_id    uuid        NOT NULL,
  PRIMARY KEY (audience_id, status, length, value, created_at, claim_id),
  FOREIGN KEY (claim_id, status) REFERENCES claim (id, status) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX claim_lookup_claim ON claim_lookup (claim_id);

INSERT INTO claim_lookup (audience_id, status, length, value, created_at, claim_id)
SELECT audience_id, status, 0, '*', created_at, id FROM claim;

-- The newest version of the entity that is known of, so that a claim that is being opened with the
-- values of an older one is brought up to date.
ALTER TABLE raising ADD COLUMN entity_version bigint NOT NULL DEFAULT 0;
