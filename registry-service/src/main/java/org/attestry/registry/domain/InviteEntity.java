package org.attestry.registry.domain;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.EntityReceipt;
import org.attestry.contracts.registry.InviteEntityRequest;
import org.attestry.registry.domain.access.Access;
import org.attestry.registry.domain.types.TypeCatalogue;
import org.attestry.runtime.json.Json;

/** Creates an entity for the owners that it names; what is required may still be missing. */
public final class InviteEntity {

  private final TypeCatalogue types;
  private final NewEntities entities;

  public InviteEntity(TypeCatalogue types, NewEntities entities) {
    this.types = types;
    this.entities = entities;
  }

  public Future<EntityReceipt> handle(InviteEntityRequest request, CallContext context) {
    return types
        .require(request.type())
        .compose(
            type -> {
              Access.invite(type.config(), context.caller());
              JsonNode body = Json.parse(request.entity());
              return entities.invite(type, body, context);
            });
  }
}
