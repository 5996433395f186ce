package org.attestry.schema;

import static org.attestry.testkit.Futures.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.attestry.contracts.Done;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FactType;
import org.attestry.contracts.Violation;
import org.attestry.contracts.registry.TypeOperations;
import org.attestry.contracts.registry.TypeOperations.EntityCount;
import org.attestry.contracts.schema.CheckedEntities;
import org.attestry.contracts.schema.EntityType;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.json.Json;

/** The registry's end of the bus, as schema-service meets it. */
final class RegistryPeer {

  private final Vertx vertx;
  private final List<Fact> told = new CopyOnWriteArrayList<>();
  private final AtomicLong entities = new AtomicLong();
  private final List<EntityType> prepared = new CopyOnWriteArrayList<>();
  private final List<List<String>> deletions = new CopyOnWriteArrayList<>();
  private volatile CheckedEntities checked;
  private volatile int checks;
  private BusServer server;

  RegistryPeer(Vertx vertx) {
    this.vertx = vertx;
  }

  void appear() {
    server = new BusServer(vertx, new SimpleMeterRegistry());
    server
        .bind(
            Fact.deliveryTo("registry"),
            (fact, context) -> {
              told.add(fact);
              return Future.succeededFuture(Done.DONE);
            })
        .bind(
            TypeOperations.COUNT_ENTITIES,
            (request, context) -> Future.succeededFuture(new EntityCount(entities.get())))
        .bind(
            TypeOperations.PREPARE_DELETION,
            (request, context) -> {
              deletions.add(request.types());
              return Future.succeededFuture(new EntityCount(entities.get()));
            })
        .bind(TypeOperations.CHECK_ENTITIES, (request, context) -> check(request.type()))
        .bind(
            TypeOperations.PREPARE_TYPE,
            (request, context) -> {
              prepared.add(request.type());
              return Future.succeededFuture(Done.DONE);
            });
    await(server.open());
  }

  private Future<CheckedEntities> check(EntityType type) {
    checks++;
    CheckedEntities found =
        checked == null ? new CheckedEntities("", 0, 0, 0, List.of(), List.of()) : checked;
    return Future.succeededFuture(
        new CheckedEntities(
            type.name(),
            found.stored(),
            found.checked(),
            found.breaking(),
            found.ids(),
            found.violations()));
  }

  /** What it finds from now on, whatever the type. */
  void finds(long stored, long looked, String... breaking) {
    checked =
        new CheckedEntities(
            "",
            stored,
            looked,
            breaking.length,
            List.of(breaking),
            breaking.length == 0
                ? List.of()
                : List.of(new Violation("/age", "required", "It is missing.")));
  }

  int checks() {
    return checks;
  }

  /** The types whose constraints it was requested to prepare. */
  List<String> prepared() {
    return prepared.stream().map(EntityType::name).toList();
  }

  /** The types that it was requested to keep empty, request by request. */
  List<List<String>> deletions() {
    return List.copyOf(deletions);
  }

  void vanish() {
    await(server.close());
  }

  void stores(long count) {
    entities.set(count);
  }

  /** The facts about a schema that it got, in order. */
  <T> List<T> toldOf(String schemaId, FactType<T> type) {
    return told.stream()
        .filter(fact -> fact.subject().equals(schemaId) && fact.type().equals(type.name()))
        .map(fact -> Json.read(fact.data(), type.data()))
        .toList();
  }
}
