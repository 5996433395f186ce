package org.attestry.registry.domain;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.CreateEntityRequest;
import org.attestry.contracts.registry.EntityReceipt;
import org.attestry.contracts.registry.RegistryOperations;
import org.attestry.registry.domain.access.Access;
import org.attestry.registry.domain.idempotency.IdempotentRequests;
import org.attestry.registry.domain.types.TypeCatalogue;
import org.attestry.runtime.json.Json;

/** Creates a complete entity. */
public final class CreateEntity {

  private final TypeCatalogue types;
  private final NewEntities entities;
  private final IdempotentRequests requests;

  public CreateEntity(TypeCatalogue types, NewEntities entities, IdempotentRequests requests) {
    this.types = types;
    this.entities = entities;
    this.requests = requests;
  }

  public Future<EntityReceipt> handle(CreateEntityRequest request, CallContext context) {
    return types
        .require(request.type())
        .compose(
            type -> {
              Access.create(type.config(), context.caller());
              return requests.once(
                  RegistryOperations.CREATE_ENTITY,
                  request,
                  context,
                  attempt -> entities.create(type, Json.parse(request.entity()), attempt, context));
            });
  }
}
