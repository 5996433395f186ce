package org.attestry.credential.bus;

import io.vertx.core.Future;
import java.util.List;
import java.util.Set;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.FindHeldCredentialsRequest;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;
import org.attestry.contracts.registry.HeldCredentials;
import org.attestry.credential.domain.HolderRegistry;
import org.attestry.runtime.bus.BusClient;

/** Registry-service over the bus. */
public final class BusHolderRegistry implements HolderRegistry {

  private final BusClient bus;

  public BusHolderRegistry(BusClient bus) {
    this.bus = bus;
  }

  @Override
  public Future<Set<String>> held(List<Issued> issued, CallContext call) {
    FindHeldCredentialsRequest request = new FindHeldCredentialsRequest(issued);
    return bus.request(AttestationOperations.FIND_HELD_CREDENTIALS, request, call)
        .map(HeldCredentials::credentialIds);
  }
}
