package org.attestry.registry;

import static org.attestry.contracts.registry.BulkOperations.IMPORT_ENTITIES;
import static org.attestry.contracts.registry.BulkOperations.START_IMPORT;
import static org.attestry.testkit.Callers.user;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.attestry.contracts.Caller;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.BulkOperations.ImportEntitiesRequest;
import org.attestry.contracts.registry.BulkOperations.ImportRow;
import org.attestry.contracts.registry.BulkOperations.ImportView;
import org.attestry.contracts.registry.BulkOperations.StartImportRequest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Files that are sent under one import id, to two replicas, as the gateway sends them. */
class ImportIdRacesIT {

  private static final Caller ANNA = user("anna");
  private static final int BATCH = 20;
  private static final int ROUNDS = 10;
  private static final String DIFFERENT = "gateway.import.different";

  @AutoClose private static final RunningRegistry registry = RunningRegistry.start();
  @AutoClose private static final RunningRegistry replica = RunningRegistry.sharing(registry);
  private static int types;

  @Test
  void ofTwoFilesAtOnceOneIsStoredWholeAndTheOtherRefused() {
    String type = publish();
    for (int rows : List.of(3, BATCH, 3 * BATCH + 1)) {
      for (int round = 0; round < ROUNDS; round++) {
        String pair = rows + "-" + round;
        String refused = race(type, file(pair + "-a-", rows), file(pair + "-b-", rows));

        assertEquals(DIFFERENT, refused);
        assertEquals(
            Set.of(0L, (long) rows),
            Set.of(stored(type, pair + "-a-"), stored(type, pair + "-b-")));
      }
    }
  }

  @Test
  void ofTwoFilesWithTheSameBeginningOneIsStoredWholeAndTheOtherRefused() {
    String type = publish();
    for (int round = 0; round < ROUNDS; round++) {
      List<ImportRow> one = file(round + "-a-", 3 * BATCH);
      List<ImportRow> other = file(round + "-a-", 3 * BATCH);
      other = extended(other.subList(0, BATCH + 7), round + "-b-", 2 * BATCH - 7);

      assertEquals(DIFFERENT, race(type, one, other));
      long ofOne = stored(type, round + "-a-");
      long ofOther = stored(type, round + "-b-");
      assertTrue(
          (ofOne == 3 * BATCH && ofOther == 0) || (ofOne == BATCH + 7 && ofOther == 2 * BATCH - 7),
          ofOne + " " + ofOther);
    }
  }

  @Test
  void ofAFileAndItsBeginningOneIsStoredWholeAndTheOtherRefused() {
    String type = publish();
    for (int round = 0; round < ROUNDS; round++) {
      List<ImportRow> whole = file(round + "-", 2 * BATCH);

      String refused = race(type, whole, whole.subList(0, BATCH));

      boolean wholeIsStored = refused.equals(DIFFERENT);
      assertEquals(wholeIsStored ? 2 * BATCH : BATCH, stored(type, round + "-"));
      assertTrue(wholeIsStored || refused.equals("registry.import.completed"), refused);
    }
  }

  @Test
  void sameFileAtOnceIsStoredOnceAndBothGetTheWholeCount() {
    String type = publish(named().unique("note"));
    for (int round = 0; round < ROUNDS; round++) {
      List<ImportRow> file = file(round + "-", 3 * BATCH + 1);
      assertBothComplete(new StartImportRequest(type, id(), true, null), file);
      assertEquals(0, stored(type, round + "-"));
      String upsert = round % 2 == 0 ? null : "note";
      assertBothComplete(new StartImportRequest(type, id(), false, upsert), file);
      assertEquals(file.size(), stored(type, round + "-"));
    }
  }

  private static void assertBothComplete(StartImportRequest start, List<ImportRow> file) {
    Future<ImportView> one = upload(registry, start, file);
    Future<ImportView> two = upload(replica, start, file);
    assertWhole(await(one), file);
    assertWhole(await(two), file);
    assertWhole(await(upload(replica, start, file)), file);
  }

  @Test
  void olderFileThatGoesOnAfterTheCorrectedOneIsRefused() {
    String type = publish();
    for (int rows : List.of(3, BATCH, 2 * BATCH)) {
      for (int corrected : List.of(3, BATCH, 2 * BATCH, 3 * BATCH)) {
        String pair = rows + "-" + corrected;
        List<ImportRow> file = file(pair + "-new-", corrected);
        StartImportRequest start = start(type);
        ImportView begun = registry.request(START_IMPORT, start, ANNA);

        assertWhole(await(upload(replica, start, file)), file);
        Future<ImportView> old = goOn(registry, begun, file(pair + "-old-", rows));

        assertEquals(DIFFERENT, RunningRegistry.refusal(old).code());
        assertEquals(corrected, stored(type, pair + "-new-"));
        assertEquals(0, stored(type, pair + "-old-"));
      }
    }
  }

  @Test
  void fileThatDiffersAfterAFullBatchIsRefusedAtItsNextOne() {
    String type = publish();
    List<ImportRow> old = file("old-", 2 * BATCH);
    ImportView begun = registry.request(START_IMPORT, start(type), ANNA);
    ImportView half = await(next(registry, begun, old));

    Future<ImportView> corrected = goOn(replica, half, file("new-", 2 * BATCH));

    assertEquals(BATCH, half.rows());
    assertEquals(DIFFERENT, RunningRegistry.refusal(corrected).code());
    assertWhole(await(goOn(replica, half, old)), old);
    assertEquals(0, stored(type, "new-"));
  }

  /** Sends two files at once of which one must complete; gives the code of the other's failure. */
  private static String race(String type, List<ImportRow> one, List<ImportRow> other) {
    StartImportRequest start = start(type);
    Future<ImportView> first = upload(registry, start, one);
    Future<ImportView> second = upload(replica, start, other);
    await(Future.join(first, second).otherwiseEmpty());
    assertTrue(first.succeeded() != second.succeeded(), first + " " + second);
    assertWhole((first.succeeded() ? first : second).result(), first.succeeded() ? one : other);
    return RunningRegistry.refusal(first.succeeded() ? second : first).code();
  }

  private static void assertWhole(ImportView done, List<ImportRow> file) {
    assertEquals("COMPLETED", done.state());
    assertEquals(file.size(), done.rows());
    assertEquals(file.size(), done.created());
    assertEquals(file.getLast().checksum(), done.checksum());
  }

  private static Future<ImportView> upload(
      RunningRegistry to, StartImportRequest start, List<ImportRow> file) {
    return to.begin(START_IMPORT, start, ANNA).compose(run -> goOn(to, run, file));
  }

  private static StartImportRequest start(String type) {
    return new StartImportRequest(type, id(), false, null);
  }

  private static String id() {
    return UUID.randomUUID().toString();
  }

  /** Sends what follows the rows that are done, to the end of the file. */
  private static Future<ImportView> goOn(RunningRegistry to, ImportView run, List<ImportRow> file) {
    boolean last = run.rows() + BATCH >= file.size();
    return next(to, run, file)
        .compose(done -> last ? Future.succeededFuture(done) : goOn(to, done, file));
  }

  private static Future<ImportView> next(RunningRegistry to, ImportView run, List<ImportRow> file) {
    int from = (int) Math.min(run.rows(), file.size());
    int end = Math.min(from + BATCH, file.size());
    ImportEntitiesRequest batch =
        new ImportEntitiesRequest(
            run.type(),
            run.id(),
            from,
            from == 0 ? 0 : file.get(from - 1).checksum(),
            null,
            file.subList(from, end),
            end == file.size());
    return to.begin(IMPORT_ENTITIES, batch, ANNA);
  }

  private static List<ImportRow> file(String prefix, int rows) {
    return extended(List.of(), prefix, rows);
  }

  private static List<ImportRow> extended(List<ImportRow> beginning, String prefix, int more) {
    CRC32C checksum = new CRC32C();
    List<ImportRow> rows = new ArrayList<>(beginning);
    beginning.forEach(row -> checksum.update(row.value().utf8()));
    for (int i = 0; i < more; i++) {
      String json = "{\"name\": \"N\", \"note\": \"%s%d\"}\n".formatted(prefix, i);
      checksum.update(json.getBytes(StandardCharsets.UTF_8));
      rows.add(new ImportRow(rows.size() + 1, checksum.getValue(), JsonBytes.of(json), null));
    }
    return rows;
  }

  private static long stored(String type, String prefix) {
    return Long.parseLong(
        registry.database.single(
            "SELECT count(*) FROM %s WHERE starts_with(body ->> 'note', ?)"
                .formatted(registry.table(type)),
            prefix));
  }

  private static TestType named() {
    return TestType.named("OneId" + ++types);
  }

  private static String publish() {
    return publish(named());
  }

  private static String publish(TestType type) {
    registry.publish(type);
    return type.build().name();
  }
}
