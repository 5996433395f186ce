package org.attestry.runtime.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.attestry.contracts.Fact;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.outbox.FactData;
import org.attestry.runtime.outbox.Facts;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.Futures;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A fact of any size arrives whole. */
class LargeFactsIT {

  @AutoClose
  private final TestService service =
      new TestService(Map.of("KAFKA_FACT_BYTES", "16384", "KAFKA_RELAY_BATCH", "5000"));

  private final List<String> texts = new CopyOnWriteArrayList<>();

  @Test
  void factThatIsTooLargeForKafkaArrivesWholeAndInOrder() {
    String newlines = "\n".repeat(600_000);
    String controls = "\u0001".repeat(900_000);
    take();
    ownerReplies();
    service.relay();
    service.commit(
        service.fact("subject", "before"),
        service.fact("subject", newlines),
        service.fact("subject", controls),
        service.fact("subject", "after"));

    Eventually.isTrue(() -> texts.size() == 4);

    assertEquals(List.of("before", newlines, controls, "after"), texts);
    assertEquals(2, service.count("SELECT count(*) FROM fact_data"));
  }

  @Test
  void largeFactInFrontOfManyOthersHoldsUpNone() {
    take();
    ownerReplies();
    List<Fact> facts = new ArrayList<>();
    facts.add(service.fact("large", "x".repeat(20_000)));
    for (int other = 0; other < 4_000; other++) {
      facts.add(service.fact("other" + other, "small"));
    }
    service.commit(facts.toArray(Fact[]::new));

    service.relay();

    Eventually.isTrue(() -> texts.size() == 4_001);
    Eventually.isTrue(() -> service.count("SELECT count(*) FROM outbox") == 0);
  }

  @Test
  void manyLargeFactsAtOnceArriveWithoutBeingInMemoryTogether() {
    take();
    ownerReplies();
    String large = "\n".repeat(800_000);
    for (int part = 0; part < 15; part++) {
      service.commit(
          service.fact("a" + part, large),
          service.fact("b" + part, large),
          service.fact("c" + part, large),
          service.fact("d" + part, large));
    }
    service.relay();

    Eventually.isTrue(() -> texts.size() == 60);
  }

  @Test
  void factWithoutItsDataWaitsUntilItsServiceIsThere() {
    take();
    service.relay();
    service.commit(service.fact("subject", "x".repeat(20_000)), service.fact("other", "other"));
    Eventually.isTrue(() -> service.count("SELECT count(*) FROM fact_data") == 1);

    ownerReplies();

    Eventually.isTrue(() -> texts.size() == 2);
  }

  @Test
  void factWhoseDataIsNotKeptAnyMoreIsSetAside() {
    take();
    ownerReplies();
    Fact sentLongAgo = service.fact("subject", "x".repeat(20_000));
    service.send(
        "subject", List.of(Facts.encodeWithoutData(sentLongAgo, service.happened.topic()).utf8()));

    Eventually.isTrue(() -> service.command("list").text().contains("fact.not-kept"));
  }

  @Test
  void forgetsWhatWasSentLongAgo() {
    service.rows(
        """
        INSERT INTO fact_data SELECT gen_random_uuid(), '{}', now() - n * interval '1 day'
        FROM generate_series(1, 250) AS n
        """);

    Futures.await(FactData.deleteOld(service.database.writes()));

    assertTrue(service.count("SELECT count(*) FROM fact_data") <= 30);
  }

  private void take() {
    service.consume(
        (fact, data, context) -> {
          texts.add(data.text());
          return Future.succeededFuture();
        });
  }

  private void ownerReplies() {
    BusServer server = new BusServer(service.vertx, new SimpleMeterRegistry());
    FactData.serve(server, service.name, service.database);
    Futures.await(server.open());
  }
}
