package org.attestry.registry.stored;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
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
import org.attestry.registry.index.TypeIndexes;
import org.attestry.registry.query.EntityQuery;
import org.attestry.registry.query.EntityQuery.Count;
import org.attestry.registry.query.SortKey;
import org.attestry.registry.search.OrderSql;
import org.attestry.registry.search.SearchStatement;
import org.attestry.registry.sql.Parameters;
import org.attestry.registry.stored.PgEntityStore.History;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;
import org.attestry.testkit.Callers;
import org.junit.jupiter.api.Test;

/**
 * Reads of large entities and histories, which wait for other long reads of their caller alone, and
 * what is read of them.
 */
class LargeReadsIT {

  private static final String LOCK = "SELECT pg_advisory_lock(7)";
  private static final String UNLOCK = "SELECT pg_advisory_unlock(7)";
  private static final String WAIT_FOR_LOCK = "SELECT pg_advisory_xact_lock_shared(7)";

  @Test
  void waitForOthersOfTheirCallerOnly() {
    try (RunningRegistry registry =
        RunningRegistry.with(
            Map.of("POSTGRES_SEARCH_TIMEOUT", "PT2M", "POSTGRES_SEARCH_SLICE", "PT2M"))) {
      TestType large = TestType.named("Large");
      registry.publish(large);
      String json = "{\"name\": \"%s\"}".formatted("X".repeat(300_000));
      UUID id = UUID.fromString(registry.create("Large", json, Callers.user("anna")).osid());
      PublishedType type = new PublishedType(large.build(), 1);
      Database database = Database.open(registry.vertx, registry.config.postgres());
      PgSearchQueue queue = new PgSearchQueue(registry.vertx, database, new SimpleMeterRegistry());
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

  /** What is read of large values is counted in blocks; each has some 240. */
  @Test
  void nothingIsReadOfEntitiesThatDoNotFitIntoAReply() {
    try (RunningRegistry registry = RunningRegistry.start()) {
      TestType many = TestType.named("Many");
      registry.publish(many);
      registry.database.execute(
          """
          INSERT INTO entity_1 (type, id, version, body, owners, complete, attestations,
            created_at, updated_at)
          SELECT 1, uuidv7(), 1, jsonb_build_object('name',
              (SELECT string_agg(md5(n || '.' || i), '') FROM generate_series(1, 15000) AS i)),
            '{}', true, '[]', now(), now()
          FROM generate_series(1, 30) AS n
          """);
      String id = registry.database.single("SELECT min(id::text) FROM entity_1");
      TypeIndexes type = new TypeIndexes(new PublishedType(many.build(), 1));
      EntityQuery query =
          new EntityQuery(null, null, SortKey.OLDEST_FIRST, 1_000, 0, null, Count.NONE, by("anna"));
      OrderSql order = OrderSql.of(query.sort(), type, new Parameters(), false);
      SearchStatement page =
          SearchStatement.page(
              type,
              query,
              order.segments(null).getFirst(),
              new SearchStatement.Extent(1_001, 0, 0, 2_000_000, 1));
      Database database = Database.open(registry.vertx, registry.config.postgres());

      assertEquals(4, whole(await(database.searches(page.sql()).execute(page.parameters()))));
      int fourTwice = 8 * 300;
      assertBlocksBelow(fourTwice, database, page.sql(), page.parameters());
      assertBlocksBelow(100, database, EntitySql.of(1).find(), Tuple.of(UUID.fromString(id)));
      await(database.close());
    }
  }

  private static long whole(RowSet<Row> rows) {
    return rows.stream().filter(row -> !EntityRows.isWithoutContent(row)).count();
  }

  private static void assertBlocksBelow(int most, Database database, String sql, Tuple parameters) {
    String explain = "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ";
    JsonObject plan =
        ((JsonArray)
                Rows.one(await(database.searches(explain + sql).execute(parameters))).getValue(0))
            .getJsonObject(0)
            .getJsonObject("Plan");
    int blocks = plan.getInteger("Shared Hit Blocks") + plan.getInteger("Shared Read Blocks");
    assertTrue(blocks < most, blocks + " blocks were read");
  }

  private static PgEntityStore store(
      RunningRegistry registry, Database database, PgSearchQueue queue) {
    AfterWrites after = new AfterWrites(() -> {}, () -> {});
    StoreLimits limits = new StoreLimits(2_000_000, 2_000_000);
    return new PgEntityStore(
        registry.vertx, database, queue, new Outbox("registry"), after, limits);
  }

  private static Deadline by(String user) {
    return Deadline.in(Duration.ofMinutes(2), CallerKey.user(user));
  }
}
