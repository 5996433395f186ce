package org.attestry.registry;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.entity.EntityChecks;
import org.attestry.registry.query.SearchQueries;
import org.attestry.registry.stored.EntityChanges;
import org.attestry.registry.stored.FactNotifier;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.fair.FairQueue;
import org.attestry.runtime.fair.FairQueue.Refusals;
import org.attestry.runtime.idempotency.KeyedRequests;

/**
 * What the modules of the service share.
 *
 * @param client sends requests to other services
 * @param values in which the values of large entities wait to be checked
 */
public record Shared(
    Vertx vertx,
    RegistryConfig config,
    MeterRegistry meters,
    Resources resources,
    BusClient client,
    TypeCatalogue types,
    SearchQueries queries,
    FactNotifier notifier,
    EntityChanges changes,
    KeyedRequests requests,
    FairQueue values) {

  static Shared of(
      Vertx vertx,
      RegistryConfig config,
      MeterRegistry meters,
      Resources resources,
      SearchQueries queries) {
    Stores stores = resources.stores();
    BusClient client = new BusClient(vertx);
    FactNotifier notifier = new FactNotifier(client);
    FairQueue writes =
        new FairQueue(vertx, "registry-changes", EntityChanges.LIMITS, Refusals.USUAL, meters);
    return new Shared(
        vertx,
        config,
        meters,
        resources,
        client,
        new TypeCatalogue(stores.types(), config.limits().compiledTypes()),
        queries,
        notifier,
        new EntityChanges(
            vertx::timer, writes::another, stores.entities(), notifier, stores.memory()),
        new KeyedRequests(RegistryVerticle.SERVICE, stores.requests()),
        new FairQueue(vertx, "registry-values", EntityChecks.VALUES, Refusals.USUAL, meters));
  }

  public Stores stores() {
    return resources.stores();
  }
}
