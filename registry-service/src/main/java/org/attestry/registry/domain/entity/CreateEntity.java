package org.attestry.registry.domain.entity;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.CreateEntityRequest;
import org.attestry.contracts.registry.EntityReceipt;
import org.attestry.contracts.registry.RegistryOperations;
import org.attestry.registry.domain.access.AccessRules;
import org.attestry.registry.domain.idempotency.TypeRequests;
import org.attestry.runtime.json.Json;

/** Creates a complete entity. */
public final class CreateEntity {

  private final NewEntities entities;
  private final TypeRequests requests;

  public CreateEntity(NewEntities entities, TypeRequests requests) {
    this.entities = entities;
    this.requests = requests;
  }

  public Future<EntityReceipt> handle(CreateEntityRequest request, CallContext context) {
    return requests.once(
        RegistryOperations.CREATE_ENTITY,
        request.type(),
        request,
        context,
        AccessRules::create,
        (type, attempt) -> entities.create(type, Json.parse(request.entity()), attempt, context));
  }
}
