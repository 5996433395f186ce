package org.attestry.credential;

import static org.attestry.testkit.Futures.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.kafka.client.consumer.KafkaConsumer;
import io.vertx.kafka.client.producer.KafkaProducer;
import io.vertx.kafka.client.producer.KafkaProducerRecord;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Operation;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.management.Health;
import org.attestry.runtime.postgres.Migrations;
import org.attestry.runtime.service.ServiceContext;
import org.attestry.testkit.Callers;
import org.attestry.testkit.Calls;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.TestServers;
import org.attestry.testkit.servers.TestDatabase;

/** The service on real servers, with a database of its own, and the requests of tests. */
final class RunningService {

  static final Caller SOMEBODY = Callers.user("somebody", "signer");
  static final Caller ADMIN = Callers.admin();

  private final Vertx vertx;
  private final BusClient bus;
  private final Health health;
  private final Map<String, String> settings;
  private final List<JsonNode> announced = new CopyOnWriteArrayList<>();
  private boolean listening;

  private RunningService(Vertx vertx, Health health, Map<String, String> settings) {
    this.vertx = vertx;
    this.bus = new BusClient(vertx);
    this.health = health;
    this.settings = settings;
  }

  static RunningService start(Map<String, String> overrides) throws Exception {
    return start(migratedDatabase(), overrides);
  }

  /** A database for services of one test alone. */
  static TestDatabase migratedDatabase() {
    return TestServers.migratedDatabase(
        "credential",
        empty ->
            Migrations.migrate(
                config(settings(empty, Map.of("PUBLIC_URL", "http://localhost"))).postgres(),
                "credential"));
  }

  static RunningService start(TestDatabase database, Map<String, String> overrides)
      throws Exception {
    Map<String, String> settings = settings(database, overrides);
    Vertx vertx = Vertx.vertx();
    Health health = new Health("credential");
    ServiceContext context = new ServiceContext(health, new SimpleMeterRegistry());
    try {
      await(vertx.deployVerticle(new CredentialVerticle(config(settings), context)));
    } catch (Exception e) {
      await(vertx.close());
      throw e;
    }
    return new RunningService(vertx, health, settings);
  }

  private static Map<String, String> settings(
      TestDatabase database, Map<String, String> overrides) {
    Map<String, String> settings = TestServers.settings(database);
    settings.put("KAFKA_PARTITIONS", "2");
    settings.put("MASTER_KEY", "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=");
    settings.putAll(overrides);
    return settings;
  }

  private static CredentialConfig config(Map<String, String> settings) {
    return Settings.of(settings).read(CredentialConfig.class);
  }

  void stop() throws Exception {
    await(vertx.close());
  }

  /**
   * Stops the service while the test continues, because a consumer leaves its group only after a
   * rebalance.
   */
  void discard() {
    vertx.close();
  }

  /** Replies as another service would. */
  <Q, R> void answer(Operation<Q, R> operation, BiFunction<Q, CallContext, Future<R>> answer) {
    new BusServer(vertx, new SimpleMeterRegistry()).bind(operation, answer::apply).open();
  }

  /** Sends a request without waiting for the reply. */
  <Q, R> Future<R> begin(Operation<Q, R> operation, Q request, Caller caller) {
    return bus.request(operation, request, Calls.by(caller));
  }

  <Q, R> Future<R> begin(Operation<Q, R> operation, Q request, CallContext call) {
    return bus.request(operation, request, call);
  }

  <Q, R> R request(Operation<Q, R> operation, Q request, Caller caller) throws Exception {
    return await(bus.request(operation, request, Calls.by(caller)));
  }

  Health health() {
    return health;
  }

  void eventually(Callable<Boolean> condition) {
    Eventually.isTrue(
        () -> {
          try {
            return condition.call();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  /**
   * Waits for a part that the service starts at its first use, which may take longer than a call on
   * a busy machine.
   */
  void eventuallySucceeds(Callable<?> request) {
    Eventually.isTrue(
        () -> {
          try {
            request.call();
            return true;
          } catch (FailureException e) {
            return false;
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  /** The data of the fact of that kind about that entity, as it came out of Kafka. */
  JsonNode announced(String kind, String entityId) throws Exception {
    listen();
    String type = "org.attestry.credential." + kind;
    return Eventually.until(
            () ->
                announced.stream()
                    .filter(event -> event.get("type").textValue().equals(type))
                    .filter(event -> event.get("subject").textValue().equals(entityId))
                    .findFirst(),
            java.util.Optional::isPresent)
        .orElseThrow()
        .get("data");
  }

  private synchronized void listen() throws Exception {
    if (listening) {
      return;
    }
    listening = true;
    KafkaConsumer<String, String> consumer =
        KafkaConsumer.create(
            vertx,
            Map.of(
                "bootstrap.servers", settings.get("KAFKA_BOOTSTRAP_SERVERS"),
                "group.id", "test-" + UUID.randomUUID(),
                "auto.offset.reset", "earliest",
                "key.deserializer", "org.apache.kafka.common.serialization.StringDeserializer",
                "value.deserializer", "org.apache.kafka.common.serialization.StringDeserializer"));
    consumer.handler(record -> announced.add(Json.read(record.value())));
    await(consumer.subscribe(Set.of("attestry.credential")));
  }

  /** Publishes a fact as the registry does. */
  void publish(Fact fact) throws Exception {
    KafkaProducer<String, String> producer =
        KafkaProducer.create(
            vertx,
            Map.of(
                "bootstrap.servers", settings.get("KAFKA_BOOTSTRAP_SERVERS"),
                "acks", "all",
                "key.serializer", "org.apache.kafka.common.serialization.StringSerializer",
                "value.serializer", "org.apache.kafka.common.serialization.StringSerializer"));
    var event = Json.read(Json.write(fact)).deepCopy();
    ((com.fasterxml.jackson.databind.node.ObjectNode) event)
        .put("specversion", "1.0")
        .put("source", "/attestry/registry")
        .put("datacontenttype", "application/json");
    await(
        producer.send(
            KafkaProducerRecord.create("attestry.registry", fact.subject(), event.toString())));
    await(producer.close());
  }
}
