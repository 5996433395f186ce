package org.attestry.registry.store;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Deadline;
import org.attestry.registry.RunningRegistry;
import org.attestry.registry.TestType;
import org.attestry.registry.domain.stored.EntityStore.History;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.runtime.facts.Outbox;
import org.attestry.runtime.postgres.Database;
import org.attestry.testkit.Callers;
import org.junit.jupiter.api.Test;

/** Reads of large entities and histories, which wait for other long reads of their caller alone. */
class LargeReadsIT {

  private static final String LOCK = "SELECT pg_advisory_lock(7)";
  private static final String UNLOCK = "SELECT pg_advisory_unlock(7)";
  private static final String WAIT_FOR_LOCK = "SELECT pg_advisory_xact_lock_shared(7)";

  @Test
  void waitForOthersOfTheirCallerOnly() {
    try (RunningRegistry registry =
        RunningRegistry.with(Map.of("POSTGRES_SEARCH_TIMEOUT", "PT2M"))) {
      TestType large = TestType.named("Large");
      registry.publish(large);
      String json = "{\"name\": \"%s\"}".formatted("X".repeat(300_000));
      UUID id = UUID.fromString(registry.create("Large", json, Callers.user("anna")).osid());
      PublishedType type = new PublishedType(large.build(), 1);
      Database database = Database.open(registry.vertx, registry.config.postgres());
      SearchQueue queue = new SearchQueue(registry.vertx, database, new SimpleMeterRegistry());
      PgEntityStore store = store(registry, database, queue);
      SqlConnection holder = await(database.dedicatedConnection());
      await(holder.query(LOCK).execute());
      List<? extends Future<?>> waiting =
          Stream.generate(() -> queue.scan(by("anna"), WAIT_FOR_LOCK, Tuple.tuple()))
              .limit(3)
              .toList();

      Future<StoredEntity> own = store.find(type, id, by("anna"));
      Future<History> ownHistory = store.history(id, 10, 0, by("anna"));

      assertEquals(id, await(store.find(type, id, by("bert"))).id());
      assertEquals(1, await(store.history(id, 10, 0, by("bert"))).total());
      assertFalse(own.isComplete());
      assertFalse(ownHistory.isComplete());

      await(holder.query(UNLOCK).execute());
      await(Future.all(waiting));
      assertEquals(id, await(own).id());
      assertEquals(1, await(ownHistory).total());
      await(holder.close());
      await(database.close());
    }
  }

  private static PgEntityStore store(
      RunningRegistry registry, Database database, SearchQueue queue) {
    AfterWrites after = new AfterWrites(() -> {}, () -> {}, () -> {});
    StoreLimits limits = new StoreLimits(2_000_000, 2_000_000);
    return new PgEntityStore(
        registry.vertx, database, queue, new Outbox("registry"), after, limits);
  }

  private static Deadline by(String user) {
    return Deadline.in(Duration.ofMinutes(2), CallerKey.user(user));
  }
}
