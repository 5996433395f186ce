package org.attestry.registry.domain.entity;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.EntityReceipt;
import org.attestry.contracts.registry.InviteEntityRequest;
import org.attestry.contracts.registry.RegistryOperations;
import org.attestry.registry.domain.access.AccessRules;
import org.attestry.registry.domain.idempotency.TypeRequests;
import org.attestry.runtime.json.Json;

/** Creates an entity for the owners that it names; what is required may still be missing. */
public final class InviteEntity {

  private final NewEntities entities;
  private final TypeRequests requests;

  public InviteEntity(NewEntities entities, TypeRequests requests) {
    this.entities = entities;
    this.requests = requests;
  }

  public Future<EntityReceipt> handle(InviteEntityRequest request, CallContext context) {
    return requests.once(
        RegistryOperations.INVITE_ENTITY,
        request.type(),
        request,
        context,
        AccessRules::invite,
        (type, attempt) -> entities.invite(type, Json.parse(request.entity()), attempt, context));
  }
}
