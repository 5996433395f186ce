package org.attestry.registry.domain;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Done;
import org.attestry.contracts.registry.DeleteEntityRequest;
import org.attestry.registry.domain.access.Access;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.registry.domain.types.TypeCatalogue;

/** Deletes softly: the row stays, its unique values are free again. */
public final class DeleteEntity {

  private final TypeCatalogue types;
  private final EntityChanges changes;

  public DeleteEntity(TypeCatalogue types, EntityChanges changes) {
    this.types = types;
    this.changes = changes;
  }

  public Future<Done> handle(DeleteEntityRequest request, CallContext context) {
    return types.require(request.type()).compose(type -> delete(type, request, context));
  }

  private Future<Done> delete(
      PublishedType type, DeleteEntityRequest request, CallContext context) {
    Access.approachWithToken(context.caller());
    EntityChanges.Request change =
        EntityChanges.Request.of(
            type,
            request.id(),
            "deleteEntity",
            request.ifMatch(),
            entity -> Access.delete(type.config(), context.caller(), entity.owners()),
            context);
    return changes
        .apply(change, before -> Future.succeededFuture(before.asDeleted()))
        .map(Done.DONE);
  }
}
