package org.attestry.registry.entity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.InviteEntityRequest;
import org.attestry.registry.access.AccessRules;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.entity.NewEntities.NewEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.idempotency.KeyedRequests;
import org.attestry.runtime.idempotency.KeyedRequests.RequestAttempt;
import org.attestry.runtime.json.Json;

/**
 * Creates an entity for the owners that it names; members that its type requires may be missing.
 */
public record InviteEntity(
    TypeCatalogue types, KeyedRequests requests, EntityChecks checks, NewEntities entities) {

  public Future<EntityReceipt> handle(InviteEntityRequest request, CallContext context) {
    return types
        .require(request.type())
        .compose(
            type -> {
              AccessRules.invite(type.config(), context.caller());
              return requests.once(
                  EntityOperations.INVITE_ENTITY,
                  request,
                  context,
                  attempt -> invite(type, request, attempt, context));
            });
  }

  private Future<EntityReceipt> invite(
      PublishedType type,
      InviteEntityRequest request,
      RequestAttempt attempt,
      CallContext context) {
    ObjectNode body = NewEntities.acceptable(type, Json.parse(request.entity()));
    return checks
        .requireValid(type, body, context.deadline())
        .compose(
            complete ->
                entities.store(
                    new NewEntity(
                        "inviteEntity", type, body, complete, List.of(), attempt, context)));
  }
}
