package org.attestry.registry;

import static org.attestry.contracts.registry.BulkOperations.IMPORT_ENTITIES;
import static org.attestry.contracts.registry.BulkOperations.START_IMPORT;
import static org.attestry.contracts.registry.EntityOperations.CREATE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.DELETE_ENTITY;
import static org.attestry.contracts.registry.TypeOperations.PREPARE_DELETION;
import static org.attestry.registry.RunningRegistry.creation;
import static org.attestry.testkit.Callers.user;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.BulkOperations.ImportEntitiesRequest;
import org.attestry.contracts.registry.BulkOperations.ImportRow;
import org.attestry.contracts.registry.BulkOperations.StartImportRequest;
import org.attestry.contracts.registry.EntityOperations.DeleteEntityRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.TypeOperations.EntityCount;
import org.attestry.contracts.registry.TypeOperations.PrepareDeletionRequest;
import org.attestry.contracts.schema.SchemaFacts;
import org.attestry.contracts.schema.SchemaFacts.SchemaDeleted;
import org.attestry.runtime.outbox.Facts;
import org.attestry.testkit.Calls;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** No entity is left of a deleted type, whatever is written meanwhile. */
class TypeDeletionIT {

  private static final Caller ANNA = user("anna");
  private static final String PERSON = "{\"name\": \"A\"}";

  @AutoClose private static final RunningRegistry registry = RunningRegistry.start();

  @Test
  void typeThatIsAboutToEndTakesNothingNewOnAnyReplica() {
    try (RunningRegistry other = RunningRegistry.sharing(registry)) {
      registry.publish(TestType.named("Ending"), 10);
      EntityReceipt entity = other.create("Ending", PERSON, ANNA);
      registry.request(DELETE_ENTITY, new DeleteEntityRequest("Ending", entity.osid(), null), ANNA);

      assertEquals(0, prepare("Ending"));
      assertEquals(0, prepare("Ending"));

      for (RunningRegistry replica : List.of(registry, other)) {
        Failure refused = replica.refusal(CREATE_ENTITY, creation("Ending", PERSON), ANNA);
        assertEquals(FailureKind.NOT_FOUND, refused.kind());
        assertEquals("Schema 'Ending' not found", refused.message());
      }
      end("Ending", 11);
      registry.publish(TestType.named("Ending"), 12);
      registry.create("Ending", PERSON, ANNA);
      other.create("Ending", PERSON, ANNA);
    }
  }

  @Test
  void importStopsAtATypeThatIsAboutToEnd() {
    registry.publish(TestType.named("Imported"));
    StartImportRequest begin =
        new StartImportRequest("Imported", UUID.randomUUID().toString(), false, null);
    registry.request(START_IMPORT, begin, ANNA);
    assertEquals(0, prepare("Imported"));
    ImportRow row = new ImportRow(1, 1, JsonBytes.of(PERSON), null);
    ImportEntitiesRequest rows =
        new ImportEntitiesRequest("Imported", begin.id(), 0, 0L, null, List.of(row), true);
    assertEquals("registry.type.not-found", registry.refusal(IMPORT_ENTITIES, rows, ANNA).code());
  }

  @Test
  void typesWithEntitiesStayOpenTogether() {
    registry.publish(TestType.named("Full"));
    registry.publish(TestType.named("Bare"));
    EntityReceipt entity = registry.create("Full", PERSON, ANNA);

    assertEquals(1, prepare("Bare", "Full", "Nowhere"));

    registry.create("Bare", PERSON, ANNA);
    registry.create("Full", PERSON, ANNA);
    registry.request(DELETE_ENTITY, new DeleteEntityRequest("Full", entity.osid(), null), ANNA);
    assertEquals(1, prepare("Full"));
  }

  @Test
  void whoIsStoringAnEntityIsWaitedForAndCounted() throws SQLException {
    registry.publish(TestType.named("Busy"));
    String table = registry.table("Busy");
    Future<EntityCount> counted;
    try (Connection writer = registry.database.connect();
        Statement statement = writer.createStatement()) {
      writer.setAutoCommit(false);
      statement.execute(
          """
          INSERT INTO %s (type, id, version, body, owners, complete, attestations, created_at,
            updated_at)
          VALUES (%s, uuidv7(), 1, '{"name": "A"}', '{}', true, '[]', now(), now())
          """
              .formatted(table, table.replace("entity_", "")));
      counted =
          registry.begin(
              PREPARE_DELETION, new PrepareDeletionRequest(List.of("Busy")), Caller.NOBODY);
      Eventually.isTrue(() -> !waiting().isEmpty());
      writer.commit();
    }
    assertEquals(1, await(counted).count());
    registry.create("Busy", PERSON, ANNA);
  }

  @Test
  void whoWritesForTooLongMakesItUnavailable() throws SQLException {
    registry.publish(TestType.named("Held"));
    try (Connection writer = registry.database.connect();
        Statement statement = writer.createStatement()) {
      writer.setAutoCommit(false);
      statement.execute("LOCK TABLE %s IN ROW EXCLUSIVE MODE".formatted(registry.table("Held")));
      Failure refused =
          registry.refusal(
              PREPARE_DELETION, new PrepareDeletionRequest(List.of("Held")), Caller.NOBODY);
      assertEquals(FailureKind.UNAVAILABLE, refused.kind());
      writer.rollback();
    }
    registry.create("Held", PERSON, ANNA);
  }

  @Test
  void typeThatDidNotEndIsOpenAgain() {
    registry.publish(TestType.named("Stays"));
    assertEquals(0, prepare("Stays"));
    assertEquals(
        FailureKind.NOT_FOUND,
        registry.refusal(CREATE_ENTITY, creation("Stays", PERSON), ANNA).kind());
    registry.asAdministrator(
        "UPDATE entity_type SET reserved_until = now() - interval '1 second' WHERE name = 'Stays'");
    registry.publish(TestType.named("Another"));
    Eventually.isTrue(
        () ->
            await(
                registry
                    .begin(CREATE_ENTITY, creation("Stays", PERSON), ANNA)
                    .map(true)
                    .otherwise(false)));
    assertTrue(prepare("Stays") > 0);
  }

  private static long prepare(String... types) {
    PrepareDeletionRequest request = new PrepareDeletionRequest(List.of(types));
    return registry.request(PREPARE_DELETION, request, Caller.NOBODY).count();
  }

  private static void end(String type, long revision) {
    String schema = "schema-of-" + type;
    SchemaDeleted deleted = new SchemaDeleted(schema, type, revision, List.of(type));
    registry.deliver(Facts.of(SchemaFacts.SCHEMA_DELETED, schema, deleted, Calls.byNobody()));
  }

  private static List<String> waiting() {
    return registry.database.query(
        "SELECT mode FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'");
  }
}
