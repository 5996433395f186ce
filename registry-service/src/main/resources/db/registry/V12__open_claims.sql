-- The claims on which attestations wait for a decision, so that an entity is found by a claim. A
-- trigger writes the rows, so that replicas of the version before this migration write them too.
CREATE TABLE open_claim (
  claim_id  uuid    PRIMARY KEY,
  type      integer NOT NULL,
  entity_id uuid    NOT NULL
);
CREATE INDEX open_claim_entity ON open_claim (entity_id, claim_id);

CREATE FUNCTION open_claims(attestations jsonb) RETURNS SETOF uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (claim #>> '{}')::uuid
  FROM jsonb_path_query(attestations,
    '$[*] ? (@.state == "ATTESTATION_REQUESTED").claimId ? (@ != null)') AS claim
$$;

CREATE FUNCTION keep_open_claims() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM open_claim
  WHERE entity_id = NEW.id AND claim_id NOT IN (SELECT open_claims(NEW.attestations));
  INSERT INTO open_claim (claim_id, type, entity_id)
  SELECT claim, NEW.type, NEW.id FROM open_claims(NEW.attestations) AS claim
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER entity_open_claims AFTER UPDATE ON entity
  FOR EACH ROW WHEN (OLD.attestations IS DISTINCT FROM NEW.attestations)
  EXECUTE FUNCTION keep_open_claims();

INSERT INTO open_claim (claim_id, type, entity_id)
SELECT claim, type, id FROM entity CROSS JOIN LATERAL open_claims(attestations) AS claim
WHERE attestations @> '[{"state": "ATTESTATION_REQUESTED"}]'
ON CONFLICT DO NOTHING;
