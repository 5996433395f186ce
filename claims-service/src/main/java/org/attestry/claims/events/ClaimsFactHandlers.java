package org.attestry.claims.events;

import org.attestry.claims.domain.CloseClaims;
import org.attestry.claims.domain.RaiseClaim;
import org.attestry.claims.domain.RefreshClaims;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.facts.FactHandlers;

/** Which fact goes to which use case, from Kafka and over the bus alike. */
public final class ClaimsFactHandlers {

  private ClaimsFactHandlers() {}

  public static FactHandlers of(
      BusClient bus, RaiseClaim raise, RefreshClaims refresh, CloseClaims close) {
    return new FactHandlers(bus)
        .on(RegistryFacts.ATTESTATION_RAISED, raise::raise)
        .on(RegistryFacts.ENTITY_CHANGED, refresh::changed)
        .on(RegistryFacts.ATTESTATION_GRANTED, close::granted)
        .on(RegistryFacts.ATTESTATION_REJECTED, close::rejected)
        .on(RegistryFacts.ATTESTATION_WITHDRAWN, close::withdrawn)
        .on(RegistryFacts.ENTITY_DELETED, close::deleted);
  }
}
