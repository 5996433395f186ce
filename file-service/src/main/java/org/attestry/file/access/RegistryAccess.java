package org.attestry.file.access;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.AuthorizeCallerRequest;
import org.attestry.contracts.registry.AuthorizeCallerRequest.Right;
import org.attestry.contracts.registry.RegistryOperations;
import org.attestry.file.domain.EntityAccess;
import org.attestry.file.domain.Property;
import org.attestry.runtime.bus.BusClient;

/** Asks registry-service, which knows who may do what with an entity. */
public final class RegistryAccess implements EntityAccess {

  private final BusClient bus;

  public RegistryAccess(BusClient bus) {
    this.bus = bus;
  }

  @Override
  public Future<Void> mayRead(Property property, CallContext context) {
    return request(property, Right.READ_FILE, context);
  }

  @Override
  public Future<Void> mayChange(Property property, CallContext context) {
    return request(property, Right.CHANGE_FILE, context);
  }

  private Future<Void> request(Property property, Right right, CallContext context) {
    AuthorizeCallerRequest request =
        new AuthorizeCallerRequest(
            property.type(), property.entityId().toString(), right, property.name());
    return bus.request(RegistryOperations.AUTHORIZE_CALLER, request, context).mapEmpty();
  }
}
