package org.attestry.registry.publication;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.registry.TypeOperations.CountEntitiesRequest;
import org.attestry.contracts.registry.TypeOperations.EntityCount;
import org.attestry.contracts.registry.TypeOperations.PrepareDeletionRequest;
import org.attestry.registry.catalogue.PgTypeStore;

/**
 * Closes types that are about to be withdrawn, so that no entity can be created, unless entities of
 * these types are stored.
 */
public record PrepareDeletion(PgTypeStore store, CountEntities counting) {

  private static final EntityCount NONE = new EntityCount(0);

  public Future<EntityCount> handle(PrepareDeletionRequest request, CallContext context) {
    if (context.deadline().passed()) {
      return Future.failedFuture(late());
    }
    return store
        .close(request.types())
        .compose(closed -> closed ? Future.succeededFuture(NONE) : count(request, context));
  }

  /**
   * Counts the entities that kept a type open, and tries to close the types again if there are none
   * any more.
   */
  private Future<EntityCount> count(PrepareDeletionRequest request, CallContext context) {
    return counting
        .handle(new CountEntitiesRequest(request.types()), context)
        .compose(
            stored ->
                stored.count() > 0 ? Future.succeededFuture(stored) : handle(request, context));
  }

  private static RuntimeException late() {
    return FailureException.of(
        FailureKind.TIMEOUT, "registry.type.busy", "The type is in use; try again shortly.");
  }
}
