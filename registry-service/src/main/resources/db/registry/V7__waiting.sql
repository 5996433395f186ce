-- The few entities that wait for a decision, for the job that looks for those that nobody decides.
CREATE INDEX entity_waiting ON entity (id)
  WHERE attestations @> '[{"state": "ATTESTATION_REQUESTED"}]';
