package org.attestry.registry;

import static org.attestry.contracts.registry.BulkOperations.IMPORT_ENTITIES;
import static org.attestry.contracts.registry.BulkOperations.READ_IMPORT_ERRORS;
import static org.attestry.contracts.registry.BulkOperations.START_IMPORT;
import static org.attestry.contracts.registry.EntityOperations.READ_HISTORY;
import static org.attestry.contracts.registry.EntityOperations.REPLACE_ENTITY;
import static org.attestry.testkit.Callers.user;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.attestry.contracts.Caller;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.BulkOperations.ImportEntitiesRequest;
import org.attestry.contracts.registry.BulkOperations.ImportErrorsView;
import org.attestry.contracts.registry.BulkOperations.ImportRow;
import org.attestry.contracts.registry.BulkOperations.ImportView;
import org.attestry.contracts.registry.BulkOperations.ReadImportErrorsRequest;
import org.attestry.contracts.registry.BulkOperations.StartImportRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.HistoryView;
import org.attestry.contracts.registry.EntityOperations.ReadHistoryRequest;
import org.attestry.contracts.registry.EntityOperations.ReplaceEntityRequest;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Imports that replace entities which others change at the same time. */
class ImportRacesIT {

  private static final Caller ANNA = user("anna");
  private static final int ROWS = 200;

  @AutoClose private static final RunningRegistry registry = RunningRegistry.start();
  private static int types;

  @Test
  void entityThatChangesDuringAnImportIsReplacedInItsNewVersion() throws SQLException {
    String type = publish();
    EntityReceipt changed = registry.create(type, row(0, "N"), ANNA);
    registry.create(type, row(1, "N"), ANNA);
    Future<ImportView> running;
    try (Connection other = registry.database.connect();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute(
          """
          WITH changed AS (
            UPDATE entity SET version = 2, body = jsonb_set(body, '{name}', '"Changed"')
            WHERE id = '%s' RETURNING id, type
          )
          INSERT INTO history (id, version, type, operation, changed_at, changes)
          SELECT id, 2, type, 'changeProperty', now(), '[]' FROM changed
          """
              .formatted(changed.osid()));
      running = run(type, rows(3, "Imported"));
      Eventually.isTrue(ImportRacesIT::somebodyWaitsForALock);
      other.commit();
    }

    ImportView done = await(running);

    assertEquals(List.of(3L, 1L, 2L, 0L), counts(done));
    HistoryView history =
        registry.request(READ_HISTORY, new ReadHistoryRequest(type, changed.osid(), 20, 0), ANNA);
    assertEquals(
        List.of("importEntities", "changeProperty", "createEntity"),
        history.data().stream().map(HistoryView.Entry::operation).toList());
    HistoryView.Change last = history.data().getFirst().changes().getFirst();
    assertEquals("\"Changed\" \"Imported\"", last.from().text() + " " + last.to().text());
  }

  @Test
  void rowWhoseEntityChangesAgainAndAgainIsRefusedAlone() throws SQLException {
    String type = publish();
    List<EntityReceipt> entities =
        IntStream.range(0, 20).mapToObj(i -> registry.create(type, row(i, "N"), ANNA)).toList();
    neverUpdating(type, entities.get(7));

    ImportView done = await(run(type, rows(20, "Imported")));

    assertEquals(List.of(20L, 0L, 19L, 1L), counts(done));
    ImportErrorsView errors =
        registry.request(
            READ_IMPORT_ERRORS, new ReadImportErrorsRequest(type, done.id(), null, 9), ANNA);
    assertEquals(1, errors.errors().size());
    ImportErrorsView.Error error = errors.errors().getFirst();
    assertEquals("8 /email conflict", error.row() + " " + error.pointer() + " " + error.rule());
    assertHistoryIsWhole(type, 19);
  }

  @Test
  void importsAndOrdinaryWritesOfTheSameEntitiesAllSucceed() {
    String type = publish();
    List<EntityReceipt> entities =
        IntStream.range(0, ROWS).mapToObj(i -> registry.create(type, row(i, "N"), ANNA)).toList();
    List<String> forwards = rows(ROWS + 100, "Imported");
    List<String> backwards = new ArrayList<>(forwards.reversed());
    List<String> mixed = new ArrayList<>(forwards);
    Collections.shuffle(mixed, new java.util.Random(1));
    AtomicBoolean ended = new AtomicBoolean();
    AtomicInteger replaced = new AtomicInteger();
    List<Future<Void>> writers =
        IntStream.range(0, 6).mapToObj(i -> write(entities, i, replaced, ended)).toList();

    List<Future<ImportView>> imports =
        List.of(run(type, forwards), run(type, backwards), run(type, mixed));
    Future.join(imports).onComplete(done -> ended.set(true));
    List<ImportView> done = imports.stream().map(each -> await(each)).toList();
    writers.forEach(each -> await(each));

    assertTrue(replaced.get() > 0);
    assertEquals(100, done.stream().mapToLong(ImportView::created).sum());
    for (ImportView each : done) {
      assertEquals(ROWS + 100, each.rows());
      assertEquals(ROWS + 100, each.created() + each.replaced() + each.refused());
    }
    assertHistoryIsWhole(type, done.stream().mapToLong(ImportView::replaced).sum());
  }

  /** Replaces one entity after the other until the imports have ended. */
  private static Future<Void> write(
      List<EntityReceipt> entities, int next, AtomicInteger replaced, AtomicBoolean ended) {
    if (ended.get()) {
      return Future.succeededFuture();
    }
    int at = next % entities.size();
    EntityReceipt entity = entities.get(at);
    ReplaceEntityRequest request =
        new ReplaceEntityRequest(
            entity.type(), entity.osid(), JsonBytes.of(row(at, "Put" + next)), null);
    return registry
        .begin(REPLACE_ENTITY, request, ANNA)
        .compose(
            done -> {
              replaced.incrementAndGet();
              return write(entities, next + 7, replaced, ended);
            });
  }

  /** Each version of an entity has one entry; those of imports are as many as they count. */
  private static void assertHistoryIsWhole(String type, long replacedByImports) {
    String ofType = "(SELECT number FROM entity_type WHERE name = '%s')".formatted(type);
    assertEquals(
        List.of(),
        registry.database.query(
            """
            SELECT e.id FROM entity e WHERE type = %s AND
              version <> (SELECT count(*) FROM history h WHERE h.id = e.id)
            """
                .formatted(ofType)));
    assertEquals(
        Long.toString(replacedByImports),
        registry.database.single(
            """
            SELECT count(*) FROM history
            WHERE type = %s AND operation = 'importEntities' AND version > 1
            """
                .formatted(ofType)));
  }

  /** Each change of the entity fails as if another was faster. */
  private static void neverUpdating(String type, EntityReceipt entity) throws SQLException {
    String name = "refuse_" + type.toLowerCase(java.util.Locale.ROOT);
    try (Connection connection = registry.database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          CREATE FUNCTION %1$s() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RETURN CASE WHEN OLD.id = '%2$s' THEN NULL ELSE NEW END; END $$;
          CREATE TRIGGER %1$s BEFORE UPDATE ON %3$s
            FOR EACH ROW EXECUTE FUNCTION %1$s();
          """
              .formatted(name, entity.osid(), registry.table(type)));
    }
  }

  private static boolean somebodyWaitsForALock() {
    return !registry.database.query("SELECT pid FROM pg_locks WHERE NOT granted").isEmpty();
  }

  private static String publish() {
    String name = "Race" + ++types;
    registry.publish(TestType.named(name).unique("email"));
    return name;
  }

  private static String row(int number, String name) {
    return "{\"name\": \"%s\", \"email\": \"n%d@example.org\"}".formatted(name, number);
  }

  private static List<String> rows(int count, String name) {
    return IntStream.range(0, count).mapToObj(i -> row(i, name)).toList();
  }

  private static Future<ImportView> run(String type, List<String> json) {
    List<ImportRow> rows =
        IntStream.range(0, json.size())
            .mapToObj(i -> new ImportRow(i + 1, i + 1, JsonBytes.of(json.get(i)), null))
            .toList();
    StartImportRequest start =
        new StartImportRequest(type, UUID.randomUUID().toString(), false, "email");
    return registry
        .begin(START_IMPORT, start, ANNA)
        .compose(
            run ->
                registry.begin(
                    IMPORT_ENTITIES,
                    new ImportEntitiesRequest(type, run.id(), 0, 0L, null, rows, true),
                    ANNA));
  }

  private static List<Long> counts(ImportView run) {
    return List.of(run.rows(), run.created(), run.replaced(), run.refused());
  }
}
