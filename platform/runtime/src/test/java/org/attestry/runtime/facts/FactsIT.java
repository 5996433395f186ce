package org.attestry.runtime.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import io.vertx.kafka.client.consumer.KafkaConsumer;
import io.vertx.kafka.client.consumer.KafkaConsumerRecord;
import io.vertx.kafka.client.producer.KafkaProducer;
import io.vertx.kafka.client.producer.KafkaProducerRecord;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FactType;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Migrations;
import org.attestry.runtime.postgres.PostgresConfig;
import org.attestry.testkit.Calls;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.TestServers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class FactsIT {

  public record Happened(String text) {}

  public record DatabaseOnly(PostgresConfig postgres, KafkaConfig kafka) {}

  public record KafkaOnly(KafkaConfig kafka) {}

  private static final Duration SOON = Duration.ofSeconds(30);

  /** A service of its own for each test: topics, groups and the outbox are its own too. */
  private final String service = "t" + UUID.randomUUID().toString().substring(0, 8);

  private final FactType<Happened> happened = FactType.of(service, Happened.class);
  private final Outbox outbox = new Outbox(service);
  private Vertx vertx;
  private Database database;
  private KafkaConfig kafka;
  private OutboxRelay relay;
  private FactConsumer consumer;

  @BeforeEach
  void start(Vertx vertx) throws Exception {
    this.vertx = vertx;
    Map<String, String> settings = TestServers.settings(TestServers.freshDatabase("runtime"));
    settings.put("KAFKA_PARTITIONS", "2");
    DatabaseOnly config = Settings.of(settings).read(DatabaseOnly.class);
    kafka = config.kafka();
    Migrations.run(vertx, config.postgres(), "test").await(60, TimeUnit.SECONDS);
    database = Database.open(vertx, config.postgres());
    relay = new OutboxRelay(vertx, database, kafka, service);
  }

  @AfterEach
  void stop() throws Exception {
    onLoop(relay::close);
    if (consumer != null) {
      onLoop(consumer::close);
    }
    database.close().await(10, TimeUnit.SECONDS);
  }

  @Test
  void bringsEveryCommittedFactInOrderAndOnce() throws Exception {
    consume(this::record);
    relay.start();

    List<String> expected = IntStream.range(0, 1_200).mapToObj(i -> "fact " + i).toList();
    for (List<String> part : List.of(expected.subList(0, 700), expected.subList(700, 1_200))) {
      commit(part.stream().map(text -> fact("one-subject", text)).toList());
      vertx.runOnContext(nudge -> relay.nudge());
    }

    assertEquals(
        expected, Eventually.until(SOON, this::effects, texts -> texts.size() == expected.size()));
    assertEquals(
        0L, Eventually.until(SOON, () -> count("SELECT count(*) FROM outbox"), n -> n == 0));
  }

  /** Else each look would walk over all that has been deleted since the last vacuum. */
  @Test
  void findsItsRowsWithoutWalkingOverTheTable() throws Exception {
    relay.start();
    commit(List.of(fact("subject", "before")));
    deleted(1);
    database.writing().query("VACUUM ANALYZE outbox").execute().await(10, TimeUnit.SECONDS);
    long walks = ofOutbox("seq_scan");

    commit(List.of(fact("subject", "after")));
    deleted(2);

    assertEquals(walks, ofOutbox("seq_scan"));
  }

  @Test
  void actsOnAFactOnceWhenItComesOverTheBusAndFromKafka() throws Exception {
    FactHandlers handlers = consume(this::record);
    Fact fact = fact("subject", "twice");
    commit(List.of(fact, fact("subject", "last")));

    onLoop(() -> handlers.accept(fact, Calls.byNobody()));
    relay.start();

    assertEquals(
        List.of("twice", "last"),
        Eventually.until(SOON, this::effects, texts -> texts.contains("last")));
  }

  @Test
  void neverTellsOfAChangeThatWasRolledBack() throws Exception {
    consume(this::record);
    relay.start();
    Future<Void> failed =
        database.inTransaction(
            transaction ->
                outbox
                    .insert(transaction, List.of(fact("subject", "never")))
                    .compose(done -> Future.failedFuture("rolled back")));
    Eventually.until(SOON, failed::isComplete, complete -> complete);
    commit(List.of(fact("subject", "committed")));

    assertEquals(
        List.of("committed"), Eventually.until(SOON, this::effects, texts -> !texts.isEmpty()));
  }

  @Test
  void triesAgainUntilWhatItNeedsIsAvailable() throws Exception {
    AtomicInteger outages = new AtomicInteger(2);
    consume(
        (fact, data, context) ->
            outages.getAndDecrement() > 0
                ? Future.failedFuture(
                    Failure.of(FailureKind.UNAVAILABLE, "test.down", "Down.").exception())
                : record(fact, data, context));
    relay.start();

    commit(List.of(fact("subject", "first"), fact("subject", "second")));

    assertEquals(
        List.of("first", "second"),
        Eventually.until(SOON, this::effects, texts -> texts.size() == 2));
  }

  @Test
  void buriesWhatItCannotReadOrDoAndGoesOn() throws Exception {
    consume(
        (fact, data, context) ->
            data.text().equals("poison")
                ? Future.failedFuture(
                    Failure.of(FailureKind.CONFLICT, "test.poison", "Cannot be.").exception())
                : record(fact, data, context));
    relay.start();
    commit(List.of(fact("subject", "poison"), fact("subject", "after")));
    sendRaw("not an event");

    assertEquals(
        List.of("after"), Eventually.until(SOON, this::effects, texts -> !texts.isEmpty()));
    Set<String> reasons = Set.copyOf(deadLetterReasons(2));
    assertEquals(
        Set.of("test.poison: Cannot be.", "fact.undecodable: Not a CloudEvent of ours."), reasons);
  }

  @Test
  void forgetsFactsThatCannotComeAgain() throws Exception {
    rows(
        "INSERT INTO inbox VALUES (gen_random_uuid(), now() - interval '31 days'),"
            + " (gen_random_uuid(), now() - interval '29 days')");

    Inbox.forgetOld(database.statements()).await(10, TimeUnit.SECONDS);

    assertEquals(1L, count("SELECT count(*) FROM inbox"));
  }

  @Test
  void writesCloudEvents() throws Exception {
    Fact fact = fact("subject-1", "hello");

    JsonObject event = new JsonObject(Facts.encode(fact, "attestry.test").text());

    assertEquals("1.0", event.getString("specversion"));
    assertEquals(fact.id().toString(), event.getString("id"));
    assertEquals("/attestry/test", event.getString("source"));
    assertEquals("org.attestry." + service + ".Happened", event.getString("type"));
    assertEquals("subject-1", event.getString("subject"));
    assertEquals("{\"text\":\"hello\"}", event.getJsonObject("data").encode());
    assertEquals(fact, Facts.decode(event.encode().getBytes(StandardCharsets.UTF_8)));
    assertTrue(fact.id().version() == 7);
  }

  @Test
  void waitsForAKafkaWhoseNameNobodyKnowsYet() throws Exception {
    Map<String, String> settings = Map.of("KAFKA_BOOTSTRAP_SERVERS", "kafka.invalid:9092");
    KafkaConfig unknown = Settings.of(settings).read(KafkaOnly.class).kafka();
    consumer =
        new FactConsumer(vertx, unknown, service, new FactHandlers().on(happened, this::record));

    onLoop(
        () -> {
          consumer.start();
          return Future.succeededFuture();
        });
  }

  private FactHandlers consume(FactHandler<Happened> handler) {
    FactHandlers handlers = new FactHandlers().on(happened, handler);
    consumer = new FactConsumer(vertx, kafka, service, handlers);
    vertx.runOnContext(start -> consumer.start());
    return handlers;
  }

  private Future<Void> record(Fact fact, Happened data, CallContext context) {
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

  private Fact fact(String subject, String text) {
    return Facts.of(happened, subject, new Happened(text), Calls.byNobody());
  }

  private void commit(List<Fact> facts) throws Exception {
    database
        .inTransaction(transaction -> outbox.insert(transaction, facts))
        .await(10, TimeUnit.SECONDS);
  }

  private long ofOutbox(String statistic) {
    return count(
        "SELECT %s FROM pg_stat_user_tables WHERE relname = 'outbox'".formatted(statistic));
  }

  private void deleted(long rows) {
    assertEquals(rows, Eventually.until(SOON, () -> ofOutbox("n_tup_del"), n -> n >= rows));
  }

  private List<String> effects() {
    List<String> texts = new ArrayList<>();
    rows("SELECT text FROM effect ORDER BY seq").forEach(row -> texts.add(row.getString(0)));
    return texts;
  }

  private long count(String sql) {
    return rows(sql).iterator().next().getLong(0);
  }

  private io.vertx.sqlclient.RowSet<io.vertx.sqlclient.Row> rows(String sql) {
    try {
      return database.statement(sql).execute().await(10, TimeUnit.SECONDS);
    } catch (java.util.concurrent.TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  private void sendRaw(String value) throws Exception {
    KafkaProducer<String, String> producer =
        KafkaProducer.create(vertx, client("serializer", "Serializer"));
    producer
        .send(KafkaProducerRecord.create(happened.topic(), "k", value))
        .await(10, TimeUnit.SECONDS);
    producer.close().await(10, TimeUnit.SECONDS);
  }

  private List<String> deadLetterReasons(int expected) throws Exception {
    Map<String, String> settings = client("deserializer", "Deserializer");
    settings.put("group.id", service + "-dead");
    settings.put("auto.offset.reset", "earliest");
    KafkaConsumer<String, String> reader = KafkaConsumer.create(vertx, settings);
    List<String> reasons = new ArrayList<>();
    reader.subscribe(happened.topic() + FactTopics.DEAD_SUFFIX).await(10, TimeUnit.SECONDS);
    long end = System.nanoTime() + SOON.toNanos();
    while (reasons.size() < expected && System.nanoTime() < end) {
      var records = reader.poll(Duration.ofMillis(500)).await(10, TimeUnit.SECONDS);
      for (int i = 0; i < records.size(); i++) {
        reasons.add(reason(records.recordAt(i)));
      }
    }
    reader.close().await(10, TimeUnit.SECONDS);
    return reasons;
  }

  private static String reason(KafkaConsumerRecord<String, String> record) {
    return record.headers().stream()
        .filter(header -> header.key().equals("reason"))
        .map(header -> header.value().toString())
        .findFirst()
        .orElse("none");
  }

  private Map<String, String> client(String key, String type) {
    String text = "org.apache.kafka.common.serialization.String" + type;
    Map<String, String> settings = new java.util.HashMap<>();
    settings.put("bootstrap.servers", kafka.bootstrapServers());
    settings.put("key." + key, text);
    settings.put("value." + key, text);
    return settings;
  }

  private <T> void onLoop(java.util.function.Supplier<Future<T>> work) throws Exception {
    io.vertx.core.Promise<T> done = io.vertx.core.Promise.promise();
    vertx.runOnContext(run -> work.get().onComplete(done));
    done.future().await(30, TimeUnit.SECONDS);
  }
}
