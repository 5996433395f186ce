package org.attestry.registry.entity;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Done;
import org.attestry.contracts.registry.EntityOperations.DeleteEntityRequest;
import org.attestry.registry.access.AccessRules;
import org.attestry.registry.attestation.Attestations;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.stored.EntityChanges;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.stored.TransactionalStep;
import org.attestry.registry.types.PublishedType;

/**
 * Deletes an entity softly: the row stays, its unique values can be used again. If the type has
 * logins, a background job removes the role of the type from owners without another entity of the
 * type.
 */
public record DeleteEntity(TypeCatalogue types, EntityChanges changes) {

  public Future<Done> handle(DeleteEntityRequest request, CallContext context) {
    return types.require(request.type()).compose(type -> delete(type, request, context));
  }

  private Future<Done> delete(
      PublishedType type, DeleteEntityRequest request, CallContext context) {
    AccessRules.requireToken(context.caller());
    EntityChanges.Request change =
        EntityChanges.Request.of(
                type,
                request.id(),
                "deleteEntity",
                request.ifMatch(),
                entity -> AccessRules.delete(type.config(), context.caller(), entity.owners()),
                context)
            .with(deleted -> released(type, deleted));
    return changes.apply(change, before -> Future.succeededFuture(deleted(before))).map(Done.DONE);
  }

  private static StoredEntity deleted(StoredEntity before) {
    return before.withAttestations(Attestations.afterDeletion(before.attestations())).asDeleted();
  }

  private static List<TransactionalStep> released(PublishedType type, StoredEntity deleted) {
    return !type.config().enableLogin() || deleted.owners().isEmpty()
        ? List.of()
        : List.of(
            new TransactionalStep.OwnersReleased(deleted.id(), type.name(), deleted.owners()));
  }
}
