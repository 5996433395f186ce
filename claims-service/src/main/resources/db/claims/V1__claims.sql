-- Who may decide claims: attestor type, condition, and the requester's values that it compares.
-- Claims that do not differ in these share a row.
CREATE TABLE audience (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  digest          bytea  NOT NULL CONSTRAINT audience_is_unique UNIQUE,
  attestor_entity text   NOT NULL,
  audience        text   NOT NULL
);
CREATE INDEX audience_attestor_entity ON audience (attestor_entity, id);

CREATE TABLE claim (
  id               uuid        PRIMARY KEY,
  entity           text        NOT NULL,
  entity_id        text        NOT NULL,
  status           text        NOT NULL CHECK (status IN ('OPEN', 'CLOSED')),
  attestation_id   text        NOT NULL,
  attestation_name text        NOT NULL,
  audience_id      bigint      NOT NULL REFERENCES audience (id),
  property_data    text,
  additional_input text,
  raised_by        text,
  notes            jsonb       NOT NULL DEFAULT '[]',
  created_at       timestamptz NOT NULL,
  attested_on      timestamptz,
  decided_by       text,
  decision         text        CHECK (decision IN ('GRANTED', 'REJECTED', 'WITHDRAWN')),
  CONSTRAINT claim_closed_with_decision
    CHECK ((status = 'CLOSED') = (decision IS NOT NULL AND attested_on IS NOT NULL))
);
CREATE INDEX claim_audience ON claim (audience_id, created_at DESC, id DESC);
CREATE INDEX claim_entity ON claim (entity, entity_id) WHERE status = 'OPEN';
CREATE INDEX claim_raised_by ON claim (raised_by, entity, created_at DESC, id DESC);
CREATE INDEX claim_newest ON claim (entity, created_at DESC, id DESC);
