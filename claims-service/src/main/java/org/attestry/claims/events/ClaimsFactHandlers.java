package org.attestry.claims.events;

import org.attestry.claims.domain.RaiseClaim;
import org.attestry.claims.domain.WithdrawClaims;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.facts.FactHandlers;

/** Which fact goes to which use case, from Kafka and over the bus alike. */
public final class ClaimsFactHandlers {

  private ClaimsFactHandlers() {}

  public static FactHandlers of(BusClient bus, RaiseClaim raise, WithdrawClaims withdraw) {
    return new FactHandlers(bus)
        .on(RegistryFacts.ATTESTATION_RAISED, raise::raise)
        .on(RegistryFacts.ATTESTATION_WITHDRAWN, withdraw::withdraw)
        .on(RegistryFacts.ENTITY_DELETED, withdraw::withdrawAll);
  }
}
