package org.attestry.registry;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import org.attestry.registry.events.CredentialSigning;
import org.attestry.registry.events.IndexBuilding;
import org.attestry.registry.identity.KeycloakDirectory;
import org.attestry.registry.stored.AfterWrites;
import org.attestry.registry.stored.StoreLimits;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.outbox.OutboxRelay;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.service.Shutdown;

/**
 * The resources that the service opens at its start and closes at its end.
 *
 * @param relay publishes the facts of the stores to Kafka
 * @param indexing builds the indexes of the types
 * @param signing signs due credentials
 * @param validation checks big entities, and evaluates conditions that take long
 * @param bulk reads rows of imports and writes exports, apart from the requests for one entity
 * @param checking checks all entities of a type, in short runs
 * @param compiling compiles the types that are published
 */
public record Resources(
    Database database,
    Stores stores,
    OutboxRelay relay,
    KeycloakDirectory directory,
    IndexBuilding indexing,
    CredentialSigning signing,
    Workers validation,
    Workers bulk,
    Workers checking,
    Workers compiling) {

  private static final int BULK_WAITING = 256;
  private static final int ADMINISTRATION_WAITING = 64;

  static Resources open(
      Vertx vertx, RegistryConfig config, Database database, MeterRegistry meters) {
    RegistryLimits limits = config.limits();
    String service = RegistryVerticle.SERVICE;
    OutboxRelay relay = new OutboxRelay(vertx, database, config.kafka(), service);
    IndexBuilding indexing = new IndexBuilding(vertx);
    CredentialSigning signing = new CredentialSigning(vertx);
    return new Resources(
        database,
        Stores.open(
            vertx,
            database,
            new Outbox(service),
            new AfterWrites(relay::nudge, signing::begin),
            new StoreLimits(limits.pageBytes(), limits.entityBytes()),
            meters),
        relay,
        new KeycloakDirectory(vertx, config.identity(), meters),
        indexing,
        signing,
        new Workers(
            vertx,
            "registry-validation",
            limits.validationThreads(),
            limits.validationQueue(),
            meters),
        new Workers(vertx, "registry-bulk", limits.bulkThreads(), BULK_WAITING, meters),
        new Workers(vertx, "registry-check", 1, ADMINISTRATION_WAITING, meters),
        new Workers(vertx, "registry-compile", 1, ADMINISTRATION_WAITING, meters));
  }

  Future<Void> close() {
    return new Shutdown()
        .then(relay::close)
        .then(validation::close)
        .then(bulk::close)
        .then(checking::close)
        .then(compiling::close)
        .then(directory::close)
        .then(database::close)
        .run();
  }
}
