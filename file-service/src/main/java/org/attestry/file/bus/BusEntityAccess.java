package org.attestry.file.bus;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.AttestationOperations.AuthorizeCallerRequest;
import org.attestry.contracts.registry.AttestationOperations.AuthorizeCallerRequest.Right;
import org.attestry.file.entityfile.EntityAccess;
import org.attestry.file.entityfile.Property;
import org.attestry.runtime.bus.BusClient;

/** Authorizes callers through registry-service. */
public record BusEntityAccess(BusClient bus) implements EntityAccess {

  @Override
  public Future<Void> mayRead(Property property, CallContext context) {
    return authorize(property, Right.READ_FILE, context);
  }

  @Override
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
