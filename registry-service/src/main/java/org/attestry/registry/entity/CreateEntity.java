package org.attestry.registry.entity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.CreateEntityRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.registry.access.AccessRules;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.entity.NewEntities.NewEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.idempotency.KeyedRequests;
import org.attestry.runtime.idempotency.KeyedRequests.RequestAttempt;
import org.attestry.runtime.json.Json;

/** Creates a complete entity. It is owned by the caller and by the owners that it names. */
public record CreateEntity(
    TypeCatalogue types, KeyedRequests requests, EntityChecks checks, NewEntities entities) {

  public Future<EntityReceipt> handle(CreateEntityRequest request, CallContext context) {
    return types
        .require(request.type())
        .compose(
            type -> {
              AccessRules.create(type.config(), context.caller());
              return requests.once(
                  EntityOperations.CREATE_ENTITY,
                  request,
                  context,
                  attempt -> create(type, request, attempt, context));
            });
  }

  private Future<EntityReceipt> create(
      PublishedType type,
      CreateEntityRequest request,
      RequestAttempt attempt,
      CallContext context) {
    ObjectNode body = NewEntities.acceptable(type, Json.parse(request.entity()));
    Caller caller = context.caller();
    List<String> owner = caller.known() ? List.of(caller.userId()) : List.of();
    return checks
        .requireNew(type, body, context.deadline())
        .compose(
            valid ->
                entities.store(
                    new NewEntity("createEntity", type, body, true, owner, attempt, context)));
  }
}
