package org.attestry.registry.index;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Done;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.registry.TypeOperations.ChangeIndexRequest;
import org.attestry.contracts.registry.TypeOperations.DropIndexRequest;
import org.attestry.contracts.registry.TypeOperations.IndexesView;
import org.attestry.contracts.registry.TypeOperations.ListIndexesRequest;
import org.attestry.registry.access.AccessRules;

/** Shows admins the indexes of a schema's types, and lets them pin and drop learned ones. */
public record ManageIndexes(PgLearnedIndexes store) {

  public Future<IndexesView> listIndexes(ListIndexesRequest request, CallContext context) {
    AccessRules.admin(context.caller());
    return store.list(request.schemaId()).map(IndexesView::new);
  }

  public Future<Done> changeIndex(ChangeIndexRequest request, CallContext context) {
    AccessRules.admin(context.caller());
    return store
        .pin(request.schemaId(), request.id(), request.pinned())
        .compose(ManageIndexes::requireFound);
  }

  public Future<Done> dropIndex(DropIndexRequest request, CallContext context) {
    AccessRules.admin(context.caller());
    return store.remove(request.schemaId(), request.id()).compose(ManageIndexes::requireFound);
  }

  private static Future<Done> requireFound(boolean found) {
    return found
        ? Future.succeededFuture(Done.DONE)
        : Future.failedFuture(
            FailureException.notFound(
                "registry.index.not-found",
                "The schema's types have no learned index of this id; read the schema for those"
                    + " that they have."));
  }
}
