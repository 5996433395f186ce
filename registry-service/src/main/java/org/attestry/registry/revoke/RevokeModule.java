package org.attestry.registry.revoke;

import static org.attestry.contracts.registry.BulkOperations.READ_REVOCATION;
import static org.attestry.contracts.registry.BulkOperations.REVOKE_CREDENTIALS;

import org.attestry.registry.Shared;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.service.ServiceModule;

/** Revocations by a filter. */
public record RevokeModule(Shared shared) implements ServiceModule {

  @Override
  public void bind(BusServer server) {
    RevokeCredentials revoke =
        new RevokeCredentials(
            shared.types(), shared.stores().revocations(), shared.queries(), shared.changes());
    server
        .bind(REVOKE_CREDENTIALS, revoke::revokeCredentials)
        .bind(READ_REVOCATION, revoke::readRevocation);
  }
}
