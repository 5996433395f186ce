package org.attestry.runtime.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.kafka.KafkaConfig;
import org.attestry.runtime.outbox.Facts;
import org.attestry.runtime.outbox.Inbox;
import org.attestry.testkit.Calls;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.Futures;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class FactsIT {

  public record KafkaOnly(KafkaConfig kafka) {}

  @AutoClose private final TestService service = new TestService();

  @Test
  void bringsEveryCommittedFactInOrderAndOnce() {
    service.consume(service::record);
    service.relay();

    List<String> expected = IntStream.range(0, 1_200).mapToObj(i -> "fact " + i).toList();
    for (List<String> part : List.of(expected.subList(0, 700), expected.subList(700, 1_200))) {
      service.commit(part.stream().map(text -> service.fact("one-subject", text)).toList());
      service.nudge();
    }

    assertEquals(
        expected, Eventually.until(service::effects, texts -> texts.size() == expected.size()));
    assertEquals(
        0L, Eventually.until(() -> service.count("SELECT count(*) FROM outbox"), n -> n == 0));
  }

  /** Else each look would walk over all that has been deleted since the last vacuum. */
  @Test
  void findsItsRowsWithoutWalkingOverTheTable() {
    service.relay();
    service.commit(service.fact("subject", "before"));
    deleted(1);
    service.rows("VACUUM ANALYZE outbox");
    long walks = ofOutbox("seq_scan");

    service.commit(service.fact("subject", "after"));
    deleted(2);

    assertEquals(walks, ofOutbox("seq_scan"));
  }

  @Test
  void actsOnAFactOnceWhenItComesOverTheBusAndFromKafka() {
    FactHandlers handlers = service.consume(service::record);
    Fact fact = service.fact("subject", "twice");
    service.commit(fact, service.fact("subject", "last"));

    service.onLoop(() -> handlers.accept(fact, Calls.byNobody()));
    service.relay();

    assertEquals(
        List.of("twice", "last"),
        Eventually.until(service::effects, texts -> texts.contains("last")));
  }

  @Test
  void neverPublishesAChangeThatWasRolledBack() {
    service.consume(service::record);
    service.relay();
    Future<Void> failed =
        service.database.inTransaction(
            transaction ->
                service
                    .outbox
                    .insert(transaction, List.of(service.fact("subject", "never")))
                    .compose(done -> Future.failedFuture("rolled back")));
    Eventually.until(failed::isComplete, complete -> complete);
    service.commit(service.fact("subject", "committed"));

    assertEquals(
        List.of("committed"), Eventually.until(service::effects, texts -> !texts.isEmpty()));
  }

  @Test
  void triesAgainUntilWhatItNeedsIsAvailable() {
    AtomicInteger outages = new AtomicInteger(2);
    service.consume(
        (fact, data, context) ->
            outages.getAndDecrement() > 0
                ? Future.failedFuture(
                    FailureException.of(FailureKind.UNAVAILABLE, "test.down", "Down."))
                : service.record(fact, data, context));
    service.relay();

    service.commit(service.fact("subject", "first"), service.fact("subject", "second"));

    assertEquals(
        List.of("first", "second"), Eventually.until(service::effects, texts -> texts.size() == 2));
  }

  /** Many slow facts of one poll would hold up the end of their process. */
  @Test
  void aConsumerThatClosesBeginsNoFurtherFact() {
    Queue<String> begun = new ConcurrentLinkedQueue<>();
    Promise<Void> goesOn = Promise.promise();
    service.consume(
        (fact, data, context) -> {
          begun.add(data.text());
          return goesOn.future().compose(now -> service.record(fact, data, context));
        });
    service.commit(
        service.fact("subject", "first"),
        service.fact("subject", "second"),
        service.fact("subject", "third"));
    service.relay();
    Eventually.isTrue(() -> !begun.isEmpty());

    service.closeFirstConsumer(goesOn::complete);

    assertEquals(List.of("first"), List.copyOf(begun));
    service.consume(service::record);
    assertEquals(
        List.of("first", "second", "third"),
        Eventually.until(service::effects, texts -> texts.size() == 3));
  }

  @Test
  void rebalancesInTheMiddleLoseAndRepeatNothing() {
    int subjects = 20;
    service.consume(service::record);
    service.relay();
    service.commit(
        IntStream.range(0, 4_000)
            .mapToObj(i -> service.fact("s" + i % subjects, i % subjects + " " + i / subjects))
            .toList());
    Eventually.isTrue(() -> service.count("SELECT count(*) FROM effect") > 100);
    service.consume(service::record);
    Eventually.isTrue(() -> service.count("SELECT count(*) FROM effect") > 1_000);
    service.closeFirstConsumer();

    Eventually.isTrue(() -> service.count("SELECT count(*) FROM effect") >= 4_000);
    List<String> effects = service.effects();
    for (int subject = 0; subject < subjects; subject++) {
      String prefix = subject + " ";
      assertEquals(
          IntStream.range(0, 4_000 / subjects).mapToObj(i -> prefix + i).toList(),
          effects.stream().filter(text -> text.startsWith(prefix)).toList());
    }
  }

  @Test
  void forgetsFactsThatCannotComeAgain() {
    service.rows(
        "INSERT INTO inbox VALUES (gen_random_uuid(), now() - interval '31 days'),"
            + " (gen_random_uuid(), now() - interval '29 days')");

    Futures.await(Inbox.deleteOld(service.database.statements()));

    assertEquals(1L, service.count("SELECT count(*) FROM inbox"));
  }

  @Test
  void writesCloudEvents() {
    Fact fact = service.fact("subject-1", "hello");

    JsonObject event = new JsonObject(Facts.encode(fact, "attestry.test").text());

    assertEquals("1.0", event.getString("specversion"));
    assertEquals(fact.id().toString(), event.getString("id"));
    assertEquals("/attestry/test", event.getString("source"));
    assertEquals("org.attestry." + service.name + ".Happened", event.getString("type"));
    assertEquals("subject-1", event.getString("subject"));
    assertEquals("{\"text\":\"hello\"}", event.getJsonObject("data").encode());
    assertEquals(fact, Facts.decode(event.encode().getBytes(StandardCharsets.UTF_8)));
    assertTrue(fact.id().version() == 7);
  }

  @Test
  void waitsForAKafkaWhoseNameNobodyKnowsYet() {
    Map<String, String> settings = Map.of("KAFKA_BOOTSTRAP_SERVERS", "kafka.invalid:9092");
    KafkaConfig unknown = Settings.of(settings).read(KafkaOnly.class).kafka();
    FactConsumer consumer =
        new FactConsumer(
            service.vertx,
            service.database,
            unknown,
            service.name,
            new FactHandlers(new BusClient(service.vertx)).on(service.happened, service::record));

    service.onLoop(
        () -> {
          consumer.start();
          return Future.succeededFuture();
        });
    service.onLoop(consumer::close);
  }

  private long ofOutbox(String statistic) {
    return service.count(
        "SELECT %s FROM pg_stat_user_tables WHERE relname = 'outbox'".formatted(statistic));
  }

  private void deleted(long rows) {
    assertEquals(rows, Eventually.until(() -> ofOutbox("n_tup_del"), n -> n >= rows));
  }
}
