package org.attestry.credential.events;

import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.credential.revoke.RevokeCredentials;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.facts.FactHandlers;

/** The events that credential-service handles. */
public final class CredentialFactHandlers {

  private CredentialFactHandlers() {}

  public static FactHandlers of(BusClient bus, RevokeCredentials revoke) {
    return new FactHandlers(bus)
        .on(RegistryFacts.CREDENTIAL_WITHDRAWN, revoke::afterCredentialWithdrawn)
        .on(RegistryFacts.CREDENTIAL_SUSPENDED, revoke::afterCredentialSuspended)
        .on(RegistryFacts.CREDENTIAL_REINSTATED, revoke::afterCredentialReinstated)
        .on(RegistryFacts.OWNERSHIP_ENDED, revoke::afterOwnershipEnded)
        .on(RegistryFacts.ENTITY_DELETED, revoke::afterEntityDeleted);
  }
}
