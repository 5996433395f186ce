package org.attestry.credential.bus;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.FindHeldCredentialsRequest;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;
import org.attestry.contracts.registry.HeldCredentials;
import org.attestry.credential.verify.HeldCredentialLookup;
import org.attestry.runtime.bus.BusClient;

/** Registry-service over the bus. */
public record BusHeldCredentialLookup(BusClient bus) implements HeldCredentialLookup {

  @Override
  public Future<HeldCredentials> held(List<Issued> issued, CallContext context) {
    FindHeldCredentialsRequest request = new FindHeldCredentialsRequest(issued);
    return bus.request(AttestationOperations.FIND_HELD_CREDENTIALS, request, context);
  }
}
