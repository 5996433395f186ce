package org.attestry.registry;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import org.attestry.registry.domain.bulk.Stores;
import org.attestry.registry.domain.idempotency.RequestStore;
import org.attestry.registry.domain.owners.Ownership;
import org.attestry.registry.domain.owners.RepairOwnership;
import org.attestry.registry.domain.types.TypeCatalogue;
import org.attestry.registry.domain.types.TypeIndexing;
import org.attestry.registry.events.CatalogueSync;
import org.attestry.registry.events.IndexBuilding;
import org.attestry.registry.store.OldImports;
import org.attestry.runtime.service.Shutdown;

/**
 * What is done again and again without being asked: the types that other replicas have changed,
 * indexes that are not built yet, owners that were left half made, requests and imports that are
 * old.
 */
final class Upkeep {

  private static final long MEND_MILLIS = 2_000;
  private static final long FORGET_MILLIS = 600_000;

  private final Vertx vertx;
  private final CatalogueSync news;
  private final IndexBuilding indexing;
  private final OldImports oldImports;
  private final RepairOwnership mending;
  private final RequestStore requests;
  private final List<Long> timers = new ArrayList<>();

  Upkeep(Vertx vertx, RegistryLimits limits, Resources resources, TypeCatalogue types) {
    Stores stores = resources.stores();
    this.vertx = vertx;
    this.news = new CatalogueSync(vertx, types);
    this.indexing = new IndexBuilding(vertx, stores.types());
    this.oldImports = new OldImports(vertx, stores.imports(), limits.importsKept());
    this.mending =
        new RepairOwnership(resources.directory(), stores.provisions(), ownership(types, stores));
    this.requests = stores.requests();
  }

  private static Ownership ownership(TypeCatalogue types, Stores stores) {
    return (user, name) ->
        types
            .find(name)
            .compose(
                type ->
                    type == null
                        ? Future.succeededFuture(false)
                        : stores.entities().hasOwned(type, user));
  }

  TypeIndexing indexing() {
    return indexing;
  }

  void start() {
    news.start();
    indexing.start();
    oldImports.start();
    timers.add(vertx.setPeriodic(MEND_MILLIS, tick -> mending.mend()));
    timers.add(vertx.setPeriodic(FORGET_MILLIS, tick -> requests.forgetOld()));
  }

  Future<Void> close() {
    timers.forEach(vertx::cancelTimer);
    return new Shutdown().then(news::close).then(indexing::close).then(oldImports::close).run();
  }
}
