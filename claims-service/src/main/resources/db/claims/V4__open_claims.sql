-- Open claims in their order, for the registry's job that looks for those that it does not wait for.
CREATE INDEX claim_open ON claim (id) WHERE status = 'OPEN';
