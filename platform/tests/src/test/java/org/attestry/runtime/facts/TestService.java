package org.attestry.runtime.facts;

import static org.attestry.testkit.Futures.await;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.kafka.client.producer.KafkaProducer;
import io.vertx.kafka.client.producer.KafkaProducerRecord;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FactType;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.kafka.KafkaConfig;
import org.attestry.runtime.outbox.Facts;
import org.attestry.runtime.outbox.Inbox;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.outbox.OutboxRelay;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Migrations;
import org.attestry.runtime.postgres.PostgresConfig;
import org.attestry.testkit.Calls;
import org.attestry.testkit.TestServers;
import org.attestry.testkit.servers.TestDatabase;

/** A service with a topic, a consumer group, an outbox and an inbox of its own. */
final class TestService implements AutoCloseable {

  record Happened(String text) {}

  public record Config(PostgresConfig postgres, KafkaConfig kafka) {}

  final String name = "t" + UUID.randomUUID().toString().substring(0, 8);
  final FactType<Happened> happened = FactType.of(name, Happened.class);
  final Outbox outbox = new Outbox(name);
  final Vertx vertx = Vertx.vertx();
  final Database database;
  final KafkaConfig kafka;
  private final Map<String, String> settings;
  private OutboxRelay relay;
  private final List<FactConsumer> consumers = new ArrayList<>();

  TestService() {
    this(Map.of());
  }

  TestService(Map<String, String> more) {
    settings =
        TestServers.settings(TestServers.migratedDatabase("runtime", TestService::makeTables));
    settings.put("KAFKA_PARTITIONS", "2");
    settings.putAll(more);
    Config config = config(settings);
    kafka = config.kafka();
    database = Database.open(vertx, config.postgres());
  }

  private static void makeTables(TestDatabase empty) {
    Migrations.migrate(config(TestServers.settings(empty)).postgres(), "test");
  }

  private static Config config(Map<String, String> settings) {
    return Settings.of(settings).read(Config.class);
  }

  void relay() {
    relay(database);
  }

  void relay(Database database) {
    relay = new OutboxRelay(vertx, database, kafka, name);
    relay.start();
  }

  /** The settings of the database, for a connection through another port. */
  PostgresConfig postgresAt(int port) {
    Map<String, String> other = new HashMap<>(settings);
    other.put("POSTGRES_HOST", "127.0.0.1");
    other.put("POSTGRES_PORT", Integer.toString(port));
    return config(other).postgres();
  }

  PostgresConfig postgres() {
    return config(settings).postgres();
  }

  void nudge() {
    vertx.runOnContext(nudge -> relay.nudge());
  }

  FactHandlers consume(FactHandler<Happened> handler) {
    return consume(new FactHandlers(new BusClient(vertx)), handler);
  }

  /**
   * @param deadline of an attempt to handle a fact
   */
  FactHandlers consume(FactHandler<Happened> handler, Duration deadline) {
    return consume(new FactHandlers(new BusClient(vertx), deadline), handler);
  }

  private FactHandlers consume(FactHandlers table, FactHandler<Happened> handler) {
    FactHandlers handlers = table.on(happened, handler);
    FactConsumer consumer = new FactConsumer(vertx, database, kafka, name, handlers);
    consumers.add(consumer);
    vertx.runOnContext(start -> consumer.start());
    return handlers;
  }

  void closeFirstConsumer() {
    closeFirstConsumer(() -> {});
  }

  /**
   * @param meanwhile happens once the consumer is closing
   */
  void closeFirstConsumer(Runnable meanwhile) {
    FactConsumer first = consumers.removeFirst();
    onLoop(
        () -> {
          Future<Void> closed = first.close();
          meanwhile.run();
          return closed;
        });
  }

  /** The effect that tests look for: one row of the fact's text for each fact. */
  Future<Void> record(Fact fact, Happened data, CallContext context) {
    return database.inTransaction(
        transaction ->
            Inbox.take(transaction, fact.id())
                .compose(
                    isNew ->
                        isNew
                            ? transaction
                                .preparedQuery("INSERT INTO effect VALUES ($1, $2)")
                                .execute(Tuple.of(fact.id(), data.text()))
                                .mapEmpty()
                            : Future.succeededFuture()));
  }

  Fact fact(String subject, String text) {
    return Facts.of(happened, subject, new Happened(text), Calls.byNobody());
  }

  void commit(Fact... facts) {
    commit(List.of(facts));
  }

  void commit(List<Fact> facts) {
    await(database.inTransaction(transaction -> outbox.insert(transaction, facts)));
  }

  /** The texts of all effects, in the order in which they came. */
  List<String> effects() {
    List<String> texts = new ArrayList<>();
    rows("SELECT text FROM effect ORDER BY seq").forEach(row -> texts.add(row.getString(0)));
    return texts;
  }

  long count(String sql) {
    return rows(sql).iterator().next().getLong(0);
  }

  RowSet<Row> rows(String sql) {
    return await(database.shortReads(sql).execute());
  }

  FactCommands.Output command(String... arguments) {
    return await(new FactCommands(database).run(List.of(arguments)));
  }

  /** The id at the start of the only line of an operator's list. */
  String onlyParked() {
    String listed = command("list").text();
    return listed.substring(0, listed.indexOf(' '));
  }

  /** Sends records that no outbox has seen. */
  void send(String key, List<byte[]> values) {
    Map<String, String> settings = new HashMap<>();
    settings.put("bootstrap.servers", kafka.bootstrapServers());
    settings.put("key.serializer", "org.apache.kafka.common.serialization.StringSerializer");
    settings.put("value.serializer", "org.apache.kafka.common.serialization.ByteArraySerializer");
    KafkaProducer<String, byte[]> producer = KafkaProducer.create(vertx, settings);
    for (byte[] value : values) {
      await(producer.send(KafkaProducerRecord.create(happened.topic(), key, value)));
    }
    await(producer.close());
  }

  <T> void onLoop(Supplier<Future<T>> work) {
    Promise<T> done = Promise.promise();
    vertx.runOnContext(run -> work.get().onComplete(done));
    await(done.future());
  }

  @Override
  public void close() {
    if (relay != null) {
      onLoop(relay::close);
    }
    consumers.forEach(consumer -> onLoop(consumer::close));
    await(database.close());
    await(vertx.close());
  }
}
