package org.attestry.file.entityfile;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.AttestationOperations.AuthorizeCallerRequest;
import org.attestry.contracts.registry.AttestationOperations.AuthorizeCallerRequest.Right;
import org.attestry.runtime.bus.BusClient;

/**
 * Has registry-service authorize callers for the files of an entity; a refusal fails with the
 * failure that is returned to the caller.
 */
public record BusEntityAccess(BusClient bus) {

  public Future<Void> mayRead(Property property, CallContext context) {
    return authorize(property, Right.READ_FILE, context);
  }

  public Future<Void> mayChange(Property property, CallContext context) {
    return authorize(property, Right.CHANGE_FILE, context);
  }

  private Future<Void> authorize(Property property, Right right, CallContext context) {
    AuthorizeCallerRequest request =
        new AuthorizeCallerRequest(
            property.type(), property.entityId().toString(), right, property.name());
    return bus.request(AttestationOperations.AUTHORIZE_CALLER, request, context).mapEmpty();
  }
}
