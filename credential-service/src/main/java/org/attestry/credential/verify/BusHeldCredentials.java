package org.attestry.credential.verify;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.FindHeldCredentialsRequest;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;
import org.attestry.contracts.registry.HeldCredentials;
import org.attestry.runtime.bus.BusClient;

/** Asks registry-service which of the issued credentials entities have. */
public record BusHeldCredentials(BusClient bus) {

  /** Returns the credentials that an entity, or an attestation of one, has now. */
  Future<HeldCredentials> held(List<Issued> issued, CallContext context) {
    FindHeldCredentialsRequest request = new FindHeldCredentialsRequest(issued);
    return bus.request(AttestationOperations.FIND_HELD_CREDENTIALS, request, context);
  }
}
