package org.attestry.registry.publication;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.TypeOperations.CountEntitiesRequest;
import org.attestry.contracts.registry.TypeOperations.EntityCount;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.stored.PgEntityStore;

/** Counts the entities of the given types; an unknown type counts as zero. */
public record CountEntities(TypeCatalogue types, PgEntityStore store) {

  public Future<EntityCount> handle(CountEntitiesRequest request, CallContext context) {
    List<Future<Long>> counts = new ArrayList<>();
    request.types().forEach(name -> counts.add(count(name)));
    return Future.all(counts)
        .map(all -> new EntityCount(counts.stream().mapToLong(Future::result).sum()));
  }

  private Future<Long> count(String name) {
    return types
        .find(name)
        .compose(type -> type == null ? Future.succeededFuture(0L) : store.count(type));
  }
}
