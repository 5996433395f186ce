package org.attestry.registry.domain;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.CreateEntityRequest;
import org.attestry.contracts.registry.EntityReceipt;
import org.attestry.registry.domain.access.Access;
import org.attestry.registry.domain.types.TypeCatalogue;
import org.attestry.runtime.json.Json;

/** Creates a complete entity. */
public final class CreateEntity {

  private final TypeCatalogue types;
  private final NewEntities entities;

  public CreateEntity(TypeCatalogue types, NewEntities entities) {
    this.types = types;
    this.entities = entities;
  }

  public Future<EntityReceipt> handle(CreateEntityRequest request, CallContext context) {
    return types
        .require(request.type())
        .compose(
            type -> {
              Access.create(type.config(), context.caller());
              JsonNode body = Json.parse(request.entity());
              return entities.create(type, body, context);
            });
  }
}
