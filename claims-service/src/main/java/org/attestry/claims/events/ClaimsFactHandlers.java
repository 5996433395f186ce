package org.attestry.claims.events;

import org.attestry.claims.raise.AddGrant;
import org.attestry.claims.raise.CloseClaims;
import org.attestry.claims.raise.RaiseClaim;
import org.attestry.claims.raise.RefreshClaims;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.contracts.schema.SchemaFacts;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.facts.FactHandlers;

/** Assigns facts, both from Kafka and over the bus, to the use cases that handle them. */
public final class ClaimsFactHandlers {

  private ClaimsFactHandlers() {}

  public static FactHandlers of(
      BusClient bus,
      RaiseClaim raise,
      RefreshClaims refresh,
      SupersededClaims superseded,
      AddGrant grants,
      CloseClaims close) {
    return new FactHandlers(bus)
        .on(
            SchemaFacts.SCHEMA_PUBLISHED,
            (fact, schema, context) -> superseded.published(schema.types()))
        .on(
            SchemaFacts.SCHEMA_CHANGED,
            (fact, schema, context) -> superseded.published(schema.types()))
        .on(RegistryFacts.ATTESTATION_RAISED, raise::raise)
        .on(RegistryFacts.ENTITY_CHANGED, refresh::changed)
        .on(RegistryFacts.ENTITY_ADOPTED, refresh::adopted)
        .on(RegistryFacts.GRANT_ADDED, grants::added)
        .on(RegistryFacts.ATTESTATION_GRANTED, close.as(Decision.GRANTED))
        .on(RegistryFacts.ATTESTATION_REJECTED, close.as(Decision.REJECTED))
        .on(RegistryFacts.ATTESTATION_WITHDRAWN, close.as(Decision.WITHDRAWN))
        .on(RegistryFacts.ATTESTATION_EXPIRED, close.as(Decision.EXPIRED))
        .on(RegistryFacts.ENTITY_DELETED, close::deleted);
  }
}
