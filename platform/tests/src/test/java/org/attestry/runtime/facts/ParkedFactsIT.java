package org.attestry.runtime.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.runtime.facts.TestService.Happened;
import org.attestry.runtime.management.Health;
import org.attestry.runtime.outbox.Facts;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.Futures;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What cannot be sent, or not be acted on, stops nothing else. */
class ParkedFactsIT {

  private static final int OTHERS = Integer.getInteger("attestry.facts", 2_000);
  private static final int ENTITIES = 500;

  @AutoClose private final TestService service = new TestService();
  private final AtomicBoolean cured = new AtomicBoolean();

  @Test
  void manyFactsPassAPoisonedOutboxRow() {
    service.consume(service::record);
    poisonedRow("poisoned");
    service.commit(service.fact("poisoned", "behind"));
    service.commit(others());
    service.relay();

    othersArriveInOrder();
    assertFalse(service.effects().contains("behind"));
    String listed = service.command("list").text();
    assertTrue(listed.startsWith("out-") && listed.contains("subject poisoned"), listed);
    assertTrue(listed.contains("1 behind it"), listed);
  }

  @Test
  void manyFactsPassAPoisonedFact() {
    service.consume(this::unlessPoison);
    service.relay();
    service.commit(service.fact("poisoned", "poison"), service.fact("poisoned", "behind"));
    service.commit(others());

    othersArriveInOrder();
    assertFalse(service.effects().contains("behind"));
    String listed = service.command("list").text();
    assertTrue(listed.startsWith("in-") && listed.contains("test.poison: Cannot be."), listed);

    cured.set(true);
    assertTrue(service.command("replay", service.onlyParked()).succeeded());
    awaitLast("poison", "behind");
    assertEquals("Nothing is parked.", service.command("list").text());
  }

  @Test
  void replayedOutboxRowIsSentBeforeThoseOfItsSubject() {
    service.consume(service::record);
    poisonedRow("subject");
    service.commit(service.fact("subject", "second"));
    service.relay();
    String id = Eventually.until(service::onlyParked, found -> found.startsWith("out-"));
    service.commit(service.fact("subject", "third"), service.fact("other", "other"));
    awaitLast("other");
    Eventually.isTrue(() -> service.command("list").text().contains("2 behind it"));

    Fact mended = service.fact("subject", "first");
    String event = Facts.encode(mended, service.happened.topic()).text();
    execute("UPDATE outbox_parked SET event = $1 WHERE reason IS NOT NULL", Tuple.of(event));
    service.commit(service.fact("subject", "fourth"));
    assertTrue(service.command("replay", id).succeeded());

    awaitLast("first", "second", "third", "fourth");
    assertEquals("Nothing is parked.", service.command("list").text());
  }

  @Test
  void droppedOutboxRowLetsThoseOfItsSubjectGoOn() {
    service.consume(service::record);
    poisonedRow("subject");
    service.commit(service.fact("subject", "second"), service.fact("subject", "third"));
    service.relay();
    String id = Eventually.until(service::onlyParked, found -> found.startsWith("out-"));

    assertTrue(service.command("drop", id).succeeded());

    awaitLast("second", "third");
    assertFalse(service.command("drop", id).succeeded());
  }

  @Test
  void droppedFactLetsThoseOfItsSubjectGoOn() {
    service.consume(this::unlessPoison);
    service.relay();
    service.commit(
        service.fact("subject", "poison"),
        service.fact("subject", "second"),
        service.fact("subject", "third"));
    Eventually.isTrue(() -> service.command("list").text().contains("2 behind it"));
    String held = "in-" + service.count("SELECT max(seq) FROM inbox_parked");
    assertFalse(service.command("replay", held).succeeded());

    assertTrue(service.command("drop", service.onlyParked()).succeeded());

    awaitLast("second", "third");
  }

  @Test
  void factThatFailsOnceIsTriedAgainByItself() {
    AtomicInteger failures = new AtomicInteger(2);
    service.consume(
        (fact, data, context) ->
            data.text().equals("first") && failures.getAndDecrement() > 0
                ? Future.failedFuture(new IllegalStateException("once"))
                : service.record(fact, data, context));
    service.relay();
    service.commit(service.fact("subject", "first"), service.fact("subject", "second"));

    awaitLast("first", "second");
  }

  @Test
  void factThatFailsFiveTimesWaitsForAnOperator() {
    service.consume(this::unlessPoison);
    service.relay();
    service.commit(service.fact("subject", "poison"));
    for (int tries = 1; tries <= 5; tries++) {
      String tried = "SELECT count(*) FROM inbox_parked WHERE tries = " + tries;
      Eventually.isTrue(() -> service.count(tried) == 1);
      service.rows("UPDATE inbox_parked SET retry_at = now() WHERE retry_at IS NOT NULL");
    }
    assertEquals(1, service.count("SELECT count(*) FROM inbox_parked WHERE retry_at IS NULL"));
    assertFalse(service.command("list").text().contains("again at"));
  }

  @Test
  void factThatTimesOutIsTriedUntilItSucceeds() {
    service.consume(
        (fact, data, context) ->
            cured.get()
                ? service.record(fact, data, context)
                : Future.failedFuture(
                    FailureException.of(FailureKind.TIMEOUT, "bus.timeout", "It hangs.")));
    service.relay();
    service.commit(service.fact("subject", "first"), service.fact("subject", "second"));
    for (int tries = 1; tries <= 6; tries++) {
      String tried = "SELECT count(*) FROM inbox_parked WHERE tries >= " + tries;
      Eventually.isTrue(() -> service.count(tried) == 1);
      service.rows("UPDATE inbox_parked SET retry_at = now() WHERE tries < 6 AND tries > 0");
    }
    assertTrue(service.command("list").text().contains("again at"));

    cured.set(true);
    assertTrue(service.command("replay", "all").succeeded());

    awaitLast("first", "second");
  }

  @Test
  void factWhoseRetryIsDueAtOnceIsNotLeftForTheNextSearch() {
    service.consume(this::unlessPoison);
    service.relay();
    service.commit(service.fact("other", "first"));
    Eventually.isTrue(() -> service.effects().contains("first"));
    service.rows(
        """
        CREATE FUNCTION due_at_once() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN NEW.retry_at = now(); RETURN NEW; END $$
        """);
    service.rows(
        """
        CREATE TRIGGER due_at_once BEFORE INSERT OR UPDATE ON inbox_parked
        FOR EACH ROW EXECUTE FUNCTION due_at_once()
        """);

    service.commit(service.fact("subject", "poison"));

    String tried = "SELECT count(*) FROM inbox_parked WHERE tries >= 4";
    Eventually.isTrue(() -> service.count(tried) == 1);
  }

  @Test
  void handlerThatNeverCompletesHoldsUpItsOwnSubjectAlone() {
    service.consume(
        (fact, data, context) ->
            data.text().equals("never")
                ? Promise.<Void>promise().future()
                : service.record(fact, data, context),
        Duration.ofSeconds(1));
    service.relay();
    service.commit(service.fact("subject", "never"), service.fact("subject", "behind"));
    service.commit(service.fact("a", "1"), service.fact("b", "2"), service.fact("c", "3"));

    Eventually.isTrue(() -> service.effects().containsAll(List.of("1", "2", "3")));
    assertFalse(service.effects().contains("behind"));
    Eventually.isTrue(() -> service.command("list").text().contains("suite.timeout"));
  }

  @Test
  void backlogIsShownInHealthAndMetricsAndDoesNotMakeUnready() {
    Health health = new Health("test-service");
    health.started();
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    FactBacklog.show(service.database, health, meters);
    service.commit(service.fact("subject", "waits"));
    service.rows("UPDATE outbox SET written_at = now() - interval '1 hour'");
    service.rows(
        """
        INSERT INTO inbox_parked (topic, partition_number, record_offset, tries, reason)
        VALUES ('attestry.test', 0, 0, 5, 'refused')
        """);

    Health.ServiceHealth shown = Futures.await(health.ready());

    assertTrue(shown.healthy());
    Map<String, Long> facts = new TreeMap<>(shown.details().get("facts"));
    assertTrue(facts.remove("outboxOldestSeconds") >= 3_600);
    assertEquals(
        "{inboxHeld=0, inboxParked=1, outboxHeld=0, outboxParked=0, outboxRows=1}",
        facts.toString());
    assertEquals(1, meters.get("attestry.outbox.rows").gauge().value());
    assertEquals(1, meters.get("attestry.inbox.parked").gauge().value());
    assertTrue(meters.get("attestry.outbox.oldest.seconds").gauge().value() >= 3_600);
  }

  @Test
  void listOfManyParkedFactsIsBounded() {
    service.rows(
        """
        INSERT INTO inbox_parked (topic, partition_number, record_offset, subject, tries, reason)
        SELECT 'attestry.test', 0, n, 's' || n || chr(27) || '[2J', 5, repeat('x', 500)
        FROM generate_series(1, 3000) AS n
        """);

    String listed = service.command("list").text();

    assertTrue(listed.endsWith("and 2900 more"));
    assertTrue(listed.length() < 100_000);
    assertFalse(listed.contains("\u001b"));
  }

  private Future<Void> unlessPoison(Fact fact, Happened data, CallContext context) {
    return data.text().equals("poison") && !cured.get()
        ? Future.failedFuture(
            FailureException.of(FailureKind.CONFLICT, "test.poison", "Cannot be."))
        : service.record(fact, data, context);
  }

  /** Larger than any record of Kafka's, and no event whose data could be left out. */
  private void poisonedRow(String subject) {
    String text = "x".repeat(2_000_000);
    execute(
        "INSERT INTO outbox (id, topic, subject, event) VALUES ($1, $2, $3, $4)",
        Tuple.of(UUID.randomUUID(), service.happened.topic(), subject, text));
  }

  private void execute(String sql, Tuple values) {
    Futures.await(service.database.writes(sql).execute(values));
  }

  private List<Fact> others() {
    return IntStream.range(0, OTHERS)
        .mapToObj(i -> service.fact("entity-" + i % ENTITIES, i % ENTITIES + " " + i / ENTITIES))
        .toList();
  }

  private void othersArriveInOrder() {
    Eventually.isTrue(() -> service.count("SELECT count(*) FROM effect") >= OTHERS);
    Map<String, List<Integer>> byEntity = new TreeMap<>();
    for (String effect : service.effects()) {
      String[] words = effect.split(" ");
      byEntity.computeIfAbsent(words[0], e -> new ArrayList<>()).add(Integer.parseInt(words[1]));
    }
    List<Integer> inOrder = IntStream.range(0, OTHERS / ENTITIES).boxed().toList();
    assertEquals(ENTITIES, byEntity.size());
    byEntity.values().forEach(numbers -> assertEquals(inOrder, numbers));
  }

  private void awaitLast(String... texts) {
    List<String> expected = List.of(texts);
    Eventually.until(
        service::effects,
        all ->
            all.size() >= expected.size()
                && all.subList(all.size() - expected.size(), all.size()).equals(expected));
  }
}
