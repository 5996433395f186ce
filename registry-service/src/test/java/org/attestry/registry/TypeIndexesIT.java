package org.attestry.registry;

import static org.attestry.contracts.registry.TypeOperations.PREPARE_TYPE;
import static org.attestry.testkit.Callers.user;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Done;
import org.attestry.contracts.Fact;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.TypeOperations.PrepareTypeRequest;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.SchemaFacts;
import org.attestry.contracts.schema.SchemaFacts.SchemaPublished;
import org.attestry.runtime.outbox.Facts;
import org.attestry.testkit.Calls;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** How the indexes of a type come to be, beside everything else that goes on. */
class TypeIndexesIT {

  private static final Caller ANNA = user("anna");

  @AutoClose private static final RunningRegistry registry = RunningRegistry.start();

  @Test
  void indexesOfATypeWithEntitiesComeAndGoWithItsChanges() {
    registry.publish(TestType.named("Grown"));
    fill("Grown", 1_000, "'{\"name\": \"N' || n || '\", \"phone\": \"' || n || '\"}'");

    registry.publish(TestType.named("Grown").indexed("name").unique("phone"));
    Eventually.until(() -> kinds("Grown"), List.of("i", "u")::equals);

    registry.publish(TestType.named("Grown").indexed("age"));
    Eventually.until(() -> kinds("Grown"), List.of("i")::equals);
  }

  /** Such as those that an earlier version added because of searches. */
  @Test
  void indexesAndStatisticsOfAnotherVersionAreReplacedAtTheStart() {
    registry.publish(TestType.named("Upgraded").indexed("age"));
    String table = registry.table("Upgraded");
    String ours = searchIndexes(table);
    String others = table + "_i_0123456789abcdef";
    String statistics = table + "_s_0123456789abcdef";
    registry.database.execute("DROP INDEX " + ours);
    registry.database.execute("CREATE INDEX %s ON %s (id)".formatted(others, table));
    registry.database.execute(
        "CREATE STATISTICS %s ON (body #>> ARRAY['name']) FROM %s".formatted(statistics, table));

    try (RunningRegistry _ = RunningRegistry.sharing(registry)) {
      Eventually.until(() -> searchIndexes(table), ours::equals);
      Eventually.until(
          () ->
              registry.database.single(
                  "SELECT count(*)::text FROM pg_statistic_ext WHERE stxname = ?", statistics),
          "0"::equals);
    }
  }

  @Test
  void publicationMakesTheIndexesOfPartsOfTextsAndOfStatesOfRecords() {
    registry.publish(
        TestType.named("Searched")
            .indexed("name", "age", "phone")
            .substrings("name", "email", "age")
            .policy("o'licence", null, "$.name"));
    List<String> searched = ginIndexes("Searched");
    assertEquals(3, searched.size(), searched::toString);
    assertTrue(searched.stream().anyMatch(index -> index.contains("'name'")), searched::toString);
    assertTrue(searched.stream().anyMatch(index -> index.contains("'email'")), searched::toString);
    assertTrue(
        searched.stream().anyMatch(index -> index.contains("o''licence")), searched::toString);

    registry.publish(TestType.named("Changed"));
    fill("Changed", 10, "'{\"name\": \"N' || n || '\"}'");
    registry.publish(
        TestType.named("Changed").substrings("name").policy("licence", null, "$.name"));
    Eventually.until(() -> ginIndexes("Changed").size(), n -> n == 2);
  }

  private static List<String> ginIndexes(String type) {
    return registry.database.query(
        "SELECT indexdef FROM pg_indexes WHERE tablename = ? AND indexname LIKE '%\\_i\\_%'"
            + " AND indexdef LIKE '%USING gin%'",
        registry.table(type));
  }

  private static String searchIndexes(String table) {
    return registry.database.single(
        "SELECT string_agg(indexname, ' ') FROM pg_indexes"
            + " WHERE tablename = ? AND indexname LIKE '%\\_i\\_%'",
        table);
  }

  @Test
  void writersOfTheTypeGoOnWhileAnIndexIsBuilt() throws SQLException {
    registry.publish(TestType.named("Busy"));
    fill("Busy", 1_000, "'{\"name\": \"N' || n || '\"}'");
    try (Connection old = registry.database.connect();
        Statement statement = old.createStatement()) {
      holdBack(old, statement, "Busy");

      registry.publish(TestType.named("Busy").indexed("name"));
      registry.create("Busy", "{\"name\": \"While\"}", ANNA);
      assertFalse(valid("Busy"));
      old.rollback();
    }
    Eventually.isTrue(() -> kinds("Busy").equals(List.of("i")) && valid("Busy"));
  }

  @Test
  void typeIsUsableInItsNewFormBeforeItsIndexesStand() throws SQLException {
    registry.publish(TestType.named("Early"));
    fill("Early", 10, "'{\"name\": \"N' || n || '\"}'");
    try (Connection old = registry.database.connect();
        Statement statement = old.createStatement()) {
      holdBack(old, statement, "Early");
      registry.publish(
          TestType.named("Early").definition("{\"properties\": {\"new\": {}}}").indexed("new"));
      registry.create("Early", "{\"new\": 1}", ANNA);
      old.rollback();
    }
  }

  @Test
  void changesThatWaitForABuildDoNotHoldUpOtherTypes() throws SQLException {
    registry.publish(TestType.named("Pending"));
    fill("Pending", 10, "'{\"name\": \"N' || n || '\"}'");
    try (Connection old = registry.database.connect();
        Statement statement = old.createStatement()) {
      holdBack(old, statement, "Pending");
      registry.publish(TestType.named("Pending").indexed("name"));
      Eventually.isTrue(() -> !valid("Pending"));
      List<Future<Done>> waiting =
          Stream.generate(() -> prepare("Pending", "email")).limit(8).toList();
      Eventually.until(() -> reserved("Pending"), "true"::equals);

      registry.publish(TestType.named("Free").unique("email"));

      for (Future<Done> change : waiting) {
        Failure refused = RunningRegistry.refusal(change);
        assertEquals(FailureKind.TIMEOUT, refused.kind());
        assertEquals("registry.type.busy", refused.code());
      }
      old.rollback();
    }
  }

  @Test
  void revisionThatALaterOneOvertookWhileItWaitedChangesNothing() throws SQLException {
    registry.publish(TestType.named("Overtaken"), 20);
    try (Connection other = registry.database.connect();
        Statement statement = other.createStatement()) {
      String number = registry.table("Overtaken").replace("entity_", "");
      statement.execute("SELECT pg_advisory_lock(x'72656769'::int, %s)".formatted(number));
      Fact earlier = published(TestType.named("Overtaken").unique("email").revision(21));
      Future<?> delivered =
          registry.bus.request(Fact.deliveryTo("registry"), earlier, Calls.byNobody());
      Eventually.isTrue(TypeIndexesIT::someoneTriesToLock);
      registry.database.execute(
          "UPDATE entity_type SET revision = 22, indexed = 22 WHERE name = 'Overtaken'");
      statement.execute("SELECT pg_advisory_unlock_all()");
      await(delivered);
    }
    assertEquals(List.of(), kinds("Overtaken"));
  }

  @Test
  void constraintThatWasPreparedDuringABuildIsTakenBackWhenItsChangeFails() throws SQLException {
    registry.publish(TestType.named("Failing"));
    fill("Failing", 10, "'{\"name\": \"N' || n || '\"}'");
    try (Connection old = registry.database.connect();
        Statement statement = old.createStatement()) {
      holdBack(old, statement, "Failing");
      registry.publish(TestType.named("Failing").indexed("name"));
      Eventually.isTrue(() -> !valid("Failing"));
      Future<Done> prepared = prepare("Failing", "email");
      Eventually.until(() -> reserved("Failing"), "true"::equals);
      old.rollback();
      await(prepared);
    }
    assertEquals(List.of("i", "u"), kinds("Failing"));
    registry.database.execute(
        "UPDATE entity_type SET reserved_until = now() - interval '1 second'"
            + " WHERE name = 'Failing'");
    registry.publish(TestType.named("Next"));
    Eventually.until(() -> kinds("Failing"), List.of("i")::equals);
  }

  @Test
  void whatAKilledServiceLeftHalfBuiltIsBuiltByTheNextOne() throws SQLException {
    RunningRegistry first = RunningRegistry.start();
    first.publish(TestType.named("Killed"));
    fill(first, "Killed", 1_000, "'{\"name\": \"N' || n || '\"}'");
    try (Connection old = first.database.connect();
        Statement statement = old.createStatement()) {
      holdBack(first, old, statement, "Killed");
      first.publish(TestType.named("Killed").indexed("name"));
      first.asAdministrator(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '%s' AND query"
                  .formatted(first.database.name())
              + " LIKE 'CREATE INDEX CONCURRENTLY%'");
      first.close();
      assertFalse(valid(first, "Killed"));
      old.rollback();
    }
    try (RunningRegistry next = RunningRegistry.sharing(first)) {
      Eventually.isTrue(() -> kinds(next, "Killed").equals(List.of("i")) && valid(next, "Killed"));
      next.create("Killed", "{\"name\": \"After\"}", ANNA);
    }
  }

  @Test
  void serviceThatStopsDoesNotWaitForAnIndex() throws SQLException {
    RunningRegistry first = RunningRegistry.start();
    first.publish(TestType.named("Stopped"));
    try (Connection old = first.database.connect();
        Statement statement = old.createStatement()) {
      holdBack(first, old, statement, "Stopped");
      first.publish(TestType.named("Stopped").indexed("name"));
      first.close();
      old.rollback();
    }
    try (RunningRegistry next = RunningRegistry.sharing(first)) {
      Eventually.isTrue(
          () -> kinds(next, "Stopped").equals(List.of("i")) && valid(next, "Stopped"));
    }
  }

  @Test
  void replicasThatPublishAtOnceDoNotHoldEachOtherUp() {
    try (RunningRegistry other = RunningRegistry.sharing(registry)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        TestType same = TestType.named("Both").unique("email").indexed("name");
        Fact both = published(same.revision(900));
        Fact own = published(TestType.named("Own" + i).indexed("name").revision(901));
        all.add(registry.bus.request(Fact.deliveryTo("registry"), both, Calls.byNobody()));
        all.add(other.bus.request(Fact.deliveryTo("registry"), both, Calls.byNobody()));
        all.add(registry.bus.request(Fact.deliveryTo("registry"), own, Calls.byNobody()));
        all.add(other.bus.request(Fact.deliveryTo("registry"), own, Calls.byNobody()));
      }
      await(Future.all(all));
      other.create("Both", "{\"name\": \"A\"}", ANNA);
      registry.create("Own7", "{\"name\": \"A\"}", ANNA);
      assertEquals(List.of("i", "u"), kinds("Both"));
    }
  }

  @Test
  void publishingDoesNotDisturbThoseWhoWrite() {
    registry.publish(TestType.named("Steady").unique("email"));
    List<Future<EntityReceipt>> writes = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      for (int j = 0; j < 20; j++) {
        String json = "{\"name\": \"A\", \"email\": \"e%d-%d@example.org\"}".formatted(i, j);
        writes.add(
            registry.begin(
                EntityOperations.CREATE_ENTITY, RunningRegistry.creation("Steady", json), ANNA));
      }
      registry.publish(TestType.named("Beside" + i).indexed("name").unique("email"));
    }
    await(Future.all(writes));
    assertEquals(
        "200", registry.database.single("SELECT count(*) FROM " + registry.table("Steady")));
  }

  @Test
  void aTypeThatWasNotUsedLatelyIsUsableStill() {
    try (RunningRegistry small = RunningRegistry.with(Map.of("LIMITS_COMPILED_TYPES", "2"))) {
      for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 5; i++) {
          if (round == 0) {
            small.publish(TestType.named("Turn" + i));
          }
          small.create("Turn" + i, "{\"name\": \"A\"}", ANNA);
          assertEquals(
              "registry.entity.invalid",
              small
                  .refusal(
                      EntityOperations.CREATE_ENTITY,
                      RunningRegistry.creation("Turn" + i, "{\"name\": \"a\"}"),
                      ANNA)
                  .code());
        }
      }
    }
  }

  /** An old snapshot: concurrent builds wait for it at their end. */
  private static void holdBack(Connection old, Statement statement, String type)
      throws SQLException {
    holdBack(registry, old, statement, type);
  }

  private static void holdBack(
      RunningRegistry service, Connection old, Statement statement, String type)
      throws SQLException {
    old.setAutoCommit(false);
    old.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    statement.executeQuery("SELECT count(*) FROM " + service.table(type)).close();
    statement.execute("SELECT pg_current_xact_id()");
  }

  private static void fill(String type, int entities, String body) {
    fill(registry, type, entities, body);
  }

  private static void fill(RunningRegistry service, String type, int entities, String body) {
    String table = service.table(type);
    service.database.execute(
        """
        INSERT INTO %s (type, id, version, body, owners, complete, attestations, created_at,
          updated_at)
        SELECT %s, uuidv7(), 1, (%s)::jsonb, '{}', true, '[]', now(), now()
        FROM generate_series(1, %d) AS n
        """
            .formatted(table, table.replace("entity_", ""), body, entities));
    service.database.execute("VACUUM ANALYZE " + table);
  }

  private static Future<Done> prepare(String type, String unique) {
    PrepareTypeRequest coming = new PrepareTypeRequest(TestType.named(type).unique(unique).build());
    return registry.begin(PREPARE_TYPE, coming, Caller.NOBODY);
  }

  private static String reserved(String type) {
    return registry.database.single(
        "SELECT (reserved_until IS NOT NULL)::text FROM entity_type WHERE name = ?", type);
  }

  /** Since the test has the lock. */
  private static boolean someoneTriesToLock() {
    return !registry
        .database
        .query(
            "SELECT t.pid::text FROM pg_stat_activity t JOIN pg_stat_activity h"
                + " ON t.query LIKE '%pg_try_advisory_lock%' AND t.query_start > h.query_start"
                + " WHERE h.query LIKE 'SELECT pg_advisory_lock(x%'"
                + " AND t.pid <> pg_backend_pid()")
        .isEmpty();
  }

  private static List<String> kinds(String type) {
    return kinds(registry, type);
  }

  /** Which kinds of indexes there are, by the letter in their names: i for search, u for unique. */
  private static List<String> kinds(RunningRegistry service, String type) {
    return service.database.query(
        "SELECT DISTINCT substring(c.relname from '_([ui])_[0-9a-f]+$') FROM pg_index i"
            + " JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = to_regclass(?)"
            + " AND c.relname ~ '_[ui]_[0-9a-f]+$' ORDER BY 1",
        service.table(type));
  }

  private static boolean valid(String type) {
    return valid(registry, type);
  }

  private static boolean valid(RunningRegistry service, String type) {
    return service
        .database
        .single(
            "SELECT bool_and(indisvalid)::text FROM pg_index WHERE indrelid = to_regclass(?)",
            service.table(type))
        .equals("true");
  }

  private static Fact published(TestType type) {
    EntityType built = type.build();
    SchemaPublished published =
        new SchemaPublished(built.schemaId(), built.name(), 1, List.of(built));
    return Facts.of(SchemaFacts.SCHEMA_PUBLISHED, built.schemaId(), published, Calls.byNobody());
  }
}
