package org.attestry.registry.domain;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.EntityReceipt;
import org.attestry.contracts.registry.InviteEntityRequest;
import org.attestry.contracts.registry.RegistryOperations;
import org.attestry.registry.domain.access.Access;
import org.attestry.registry.domain.idempotency.IdempotentRequests;
import org.attestry.registry.domain.types.TypeCatalogue;
import org.attestry.runtime.json.Json;

/** Creates an entity for the owners that it names; what is required may still be missing. */
public final class InviteEntity {

  private final TypeCatalogue types;
  private final NewEntities entities;
  private final IdempotentRequests requests;

  public InviteEntity(TypeCatalogue types, NewEntities entities, IdempotentRequests requests) {
    this.types = types;
    this.entities = entities;
    this.requests = requests;
  }

  public Future<EntityReceipt> handle(InviteEntityRequest request, CallContext context) {
    return types
        .require(request.type())
        .compose(
            type -> {
              Access.invite(type.config(), context.caller());
              return requests.once(
                  RegistryOperations.INVITE_ENTITY,
                  request,
                  context,
                  attempt -> entities.invite(type, Json.parse(request.entity()), attempt, context));
            });
  }
}
