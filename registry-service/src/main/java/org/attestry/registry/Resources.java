package org.attestry.registry;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import org.attestry.registry.domain.Stores;
import org.attestry.registry.identity.KeycloakDirectory;
import org.attestry.registry.store.PgStores;
import org.attestry.runtime.facts.Outbox;
import org.attestry.runtime.facts.OutboxRelay;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.service.Shutdown;
import org.attestry.runtime.work.Workers;

/**
 * What the service holds open while it runs.
 *
 * @param relay brings the facts of the stores to Kafka
 * @param validation checks big entities
 * @param checking checks all entities of a type, for one caller at a time
 */
record Resources(
    Database database,
    Stores stores,
    OutboxRelay relay,
    KeycloakDirectory directory,
    Workers validation,
    Workers checking) {

  private static final int CHECKS_WAITING = 64;

  static Resources open(Vertx vertx, RegistryConfig config, Database database) {
    LimitsConfig limits = config.limits();
    String service = RegistryVerticle.SERVICE;
    OutboxRelay relay = new OutboxRelay(vertx, database, config.kafka(), service);
    return new Resources(
        database,
        PgStores.over(vertx, database, new Outbox(service), relay::nudge),
        relay,
        new KeycloakDirectory(vertx, config.identity()),
        new Workers(
            vertx, "registry-validation", limits.validationThreads(), limits.validationQueue()),
        new Workers(vertx, "registry-check", 1, CHECKS_WAITING));
  }

  Future<Void> close() {
    return new Shutdown()
        .then(relay::close)
        .then(validation::close)
        .then(checking::close)
        .then(directory::close)
        .then(database::close)
        .run();
  }
}
