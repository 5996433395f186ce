package org.attestry.registry;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FactType;
import org.attestry.contracts.registry.CredentialWithdrawn;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.runtime.facts.FactConsumer;
import org.attestry.runtime.facts.FactHandlers;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.postgres.Database;
import org.attestry.testkit.Futures;

/** A service that reads registry-service's topic, from its beginning. */
public final class KafkaPeer implements AutoCloseable {

  private final List<Fact> taken = new CopyOnWriteArrayList<>();
  private final Vertx vertx = Vertx.vertx();
  private final Database database;
  private final FactConsumer consumer;

  /**
   * @param registry beside whose facts it may set some aside
   */
  public KafkaPeer(RunningRegistry registry) {
    database = Database.open(vertx, registry.config.postgres());
    FactHandlers handlers = new FactHandlers(registry.bus);
    List.of(
            RegistryFacts.ENTITY_CREATED,
            RegistryFacts.ENTITY_ADOPTED,
            RegistryFacts.ENTITY_CHANGED,
            RegistryFacts.ENTITY_DELETED,
            RegistryFacts.ATTESTATION_RAISED,
            RegistryFacts.ATTESTATION_GRANTED,
            RegistryFacts.ATTESTATION_REJECTED,
            RegistryFacts.ATTESTATION_WITHDRAWN,
            RegistryFacts.CREDENTIAL_WITHDRAWN)
        .forEach(type -> on(handlers, type));
    String group = "test-" + UUID.randomUUID();
    consumer = new FactConsumer(vertx, database, registry.config.kafka(), group, handlers);
    consumer.start();
  }

  /** All facts about an entity, in order. */
  public List<Fact> about(String osid) {
    return taken.stream().filter(fact -> fact.subject().equals(osid)).toList();
  }

  public <T> List<T> received(FactType<T> type) {
    return taken.stream()
        .filter(fact -> fact.type().equals(type.name()))
        .map(fact -> Json.read(fact.data(), type.data()))
        .toList();
  }

  /** The ids of the withdrawn credentials. */
  public List<String> withdrawnCredentials() {
    return received(RegistryFacts.CREDENTIAL_WITHDRAWN).stream()
        .map(CredentialWithdrawn::credentialId)
        .toList();
  }

  public List<String> withdrawnDigests() {
    return received(RegistryFacts.CREDENTIAL_WITHDRAWN).stream()
        .map(CredentialWithdrawn::digest)
        .toList();
  }

  @Override
  public void close() {
    Futures.await(consumer.close());
    Futures.await(database.close());
    Futures.await(vertx.close());
  }

  private <T> void on(FactHandlers handlers, FactType<T> type) {
    handlers.on(
        type,
        (fact, data, context) -> {
          taken.add(fact);
          return Future.succeededFuture();
        });
  }
}
