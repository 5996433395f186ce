package org.attestry.registry.imports;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.Violation;
import org.attestry.contracts.registry.BulkOperations.ImportErrorsView;
import org.attestry.registry.adoption.AdoptionStatement;
import org.attestry.registry.document.DocumentDiff.Change;
import org.attestry.registry.index.PgFailures;
import org.attestry.registry.stored.AfterWrites;
import org.attestry.registry.stored.PgTransactionalStep;
import org.attestry.registry.stored.StoreLimits;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.stored.TransactionalStep;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/** Imports in PostgreSQL: a batch is one statement. Not thread-safe: used on one event loop. */
public record PgImportStore(
    Database database, Outbox outbox, AfterWrites after, StoreLimits limits) {

  private static final String COLUMNS =
      "id, type, started_by, dry_run, upsert, logins, adopted, completed, rows, checksum, created,"
          + " replaced, refused, started_at, updated_at";

  private static final String START =
      """
      INSERT INTO entity_import (id, type, started_by, dry_run, upsert, completed, rows, checksum,
        created, replaced, refused, started_at, updated_at, logins, adopted)
      VALUES ($1, $2, $3, $4, $5, false, 0, 0, 0, 0, 0, $6, $6, $7, $8)
      ON CONFLICT (id) DO NOTHING
      """;

  private static final String FIND = "SELECT " + COLUMNS + " FROM entity_import WHERE id = $1";

  /** Looks up each key in the index, independently of the statistics of the growing table. */
  private static final String ROWS =
      Database.PLANNED_ANEW
          + """
          SELECT (k.value #>> '{}')::uuid AS entity, held.row_no
          FROM (SELECT v::jsonb AS value FROM unnest($3::text[]) AS t(v)) AS k
          CROSS JOIN LATERAL (
            SELECT row_no FROM entity_import_key
            WHERE import = $1 AND unique_number = $2 AND value = k.value LIMIT 1) AS held
          """;

  private static final String COMPLETE =
      """
      UPDATE entity_import SET completed = true, updated_at = now()
      WHERE id = $1 AND rows = $2 AND checksum = $3
      """;

  /** Deletes keys in batches, so that no statement runs long. */
  private static final String FORGET_KEYS =
      """
      DELETE FROM entity_import_key WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM entity_import_key WHERE import = $1 LIMIT 10000))
      """;

  private static final String ERRORS =
      """
      SELECT row_no, line_no, pointer, rule, message FROM entity_import_error
      WHERE import = $1 AND (row_no, number) > ($2, $3) ORDER BY row_no, number LIMIT $4
      """;

  /** Deletes some keys and errors of the oldest import, and the import itself if none are left. */
  private static final String FORGET =
      """
      WITH old AS (
        SELECT id FROM entity_import WHERE updated_at < $1 ORDER BY updated_at LIMIT 1
      ), keys AS (
        DELETE FROM entity_import_key WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM entity_import_key WHERE import = (SELECT id FROM old) LIMIT 10000))
        RETURNING import
      ), errors AS (
        DELETE FROM entity_import_error WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM entity_import_error WHERE import = (SELECT id FROM old) LIMIT 10000))
        RETURNING import
      ), gone AS (
        DELETE FROM entity_import WHERE id = (SELECT id FROM old)
          AND NOT EXISTS (SELECT FROM keys) AND NOT EXISTS (SELECT FROM errors)
      )
      SELECT count(*) FROM old
      """;

  private static final String DEADLOCK_DETECTED = "40P01";

  /** Stores a new import unless an import with its id exists; returns the stored import. */
  public Future<EntityImport> start(EntityImport wanted) {
    Tuple parameters =
        Tuple.of(wanted.id(), wanted.type(), wanted.startedBy(), wanted.dryRun(), wanted.upsert())
            .addOffsetDateTime(Rows.utc(wanted.startedAt()))
            .addBoolean(wanted.logins())
            .addBoolean(wanted.adopted());
    return database.writes(START).execute(parameters).compose(started -> find(wanted.id()));
  }

  /** Returns the import, or null. */
  public Future<EntityImport> find(UUID id) {
    return database
        .shortReads(FIND)
        .execute(Tuple.of(id))
        .map(rows -> Rows.first(rows, PgImportStore::read).orElse(null));
  }

  /**
   * Finds which unique values of new bodies are already used.
   *
   * @return for each body, one match per unique constraint whose fields have values in the body
   */
  public Future<List<List<Match>>> matches(
      PublishedType type, EntityImport run, Caller caller, List<ObjectNode> bodies) {
    UniqueMatches matches = new UniqueMatches(type, run, caller, bodies);
    return AsyncLoop.each(
            matches.queries(),
            query ->
                database
                    .searches(query.sql())
                    .execute(query.parameters())
                    .map(rows -> matches.take(query, rows)))
        .compose(done -> withRows(run, matches))
        .recover(cause -> refused(type, cause));
  }

  /** Adds the rows of this import that the holders of values result from. */
  private Future<List<List<Match>>> withRows(EntityImport run, UniqueMatches matches) {
    Set<UUID> holders = matches.holders();
    if (run.dryRun() || holders.isEmpty()) {
      return Future.succeededFuture(matches.found());
    }
    String[] keys = holders.stream().map(ImportStatement::entityKey).toArray(String[]::new);
    return database
        .searches(ROWS)
        .execute(Tuple.of(run.id(), ImportStatement.ENTITY_KEYS).addArrayOfString(keys))
        .map(
            rows ->
                matches.found(
                    Rows.list(rows, PgImportStore::entityRow).stream()
                        .collect(Collectors.toMap(EntityRow::entity, EntityRow::row))));
  }

  private record EntityRow(UUID entity, long row) {}

  private static EntityRow entityRow(Row row) {
    return new EntityRow(row.getUUID("entity"), row.getLong("row_no"));
  }

  /**
   * Stores a batch and the progress of the import, all or nothing.
   *
   * @param before the import when the batch was prepared
   * @param after the import including the batch
   * @return fails with CONFLICT or INVALID if the database refuses a value
   */
  public Future<Outcome> commit(
      PublishedType type, EntityImport before, EntityImport after, Batch batch) {
    ImportStatement statement = new ImportStatement(type, before, after, batch, outbox);
    if (statement.largest() > limits.entityBytes()) {
      return Future.failedFuture(limits.tooLarge());
    }
    Future<Outcome> stored =
        batch.replaced().isEmpty() && batch.steps().isEmpty()
            ? execute(database.writes(), statement)
            : allOrNothing(
                transaction ->
                    execute(transaction, statement)
                        .compose(
                            outcome ->
                                outcome == Outcome.STORED
                                    ? PgTransactionalStep.write(transaction, batch.steps())
                                        .map(outcome)
                                    : Future.succeededFuture(outcome)));
    return stored
        .recover(PgImportStore::staleAfterDeadlock)
        .onSuccess(done -> nudge(batch))
        .recover(cause -> refused(type, cause));
  }

  /**
   * Stores records of a former system and the progress of the import, all or nothing.
   *
   * @param records null for none
   * @return fails with CONFLICT or INVALID if the database refuses a value
   */
  public Future<Outcome> adopt(
      PublishedType type,
      EntityImport before,
      EntityImport after,
      List<ImportErrorsView.Error> errors,
      AdoptionStatement records) {
    Batch none = new Batch(List.of(), List.of(), List.of(), errors, List.of());
    ImportStatement progress = new ImportStatement(type, before, after, none, outbox);
    if (records != null && records.largest() > limits.entityBytes()) {
      return Future.failedFuture(limits.tooLarge());
    }
    return allOrNothing(
            transaction ->
                execute(transaction, progress)
                    .compose(
                        outcome ->
                            outcome == Outcome.STORED && records != null
                                ? adopt(transaction, records)
                                : Future.succeededFuture(outcome)))
        .recover(PgImportStore::staleAfterDeadlock)
        .onSuccess(done -> this.after.committed().run())
        .recover(cause -> refused(type, cause));
  }

  private static Future<Outcome> adopt(SqlClient transaction, AdoptionStatement records) {
    return transaction
        .preparedQuery(records.sql())
        .execute(records.parameters())
        .map(rows -> records.isDone(Rows.one(rows)) ? Outcome.STORED : Outcome.STALE);
  }

  /** Runs work in a transaction that is rolled back unless its outcome is STORED. */
  private Future<Outcome> allOrNothing(Function<SqlConnection, Future<Outcome>> work) {
    return database
        .inTransaction(
            transaction ->
                work.apply(transaction)
                    .compose(
                        outcome ->
                            outcome == Outcome.STORED
                                ? Future.succeededFuture(outcome)
                                : Future.<Outcome>failedFuture(new NothingStored(outcome))))
        .recover(
            cause ->
                cause instanceof NothingStored nothing
                    ? Future.succeededFuture(nothing.outcome)
                    : Future.failedFuture(cause));
  }

  private void nudge(Batch batch) {
    after.committed().run();
    if (Stream.of(batch.created(), batch.replaced())
        .flatMap(List::stream)
        .anyMatch(write -> write.entity().isDue())) {
      after.due().run();
    }
  }

  /**
   * Treats a deadlock as STALE: the server has rolled back one of two transactions that waited for
   * each other.
   */
  private static Future<Outcome> staleAfterDeadlock(Throwable cause) {
    return cause instanceof PgException sql && DEADLOCK_DETECTED.equals(sql.getSqlState())
        ? Future.succeededFuture(Outcome.STALE)
        : Future.failedFuture(cause);
  }

  private static Future<Outcome> execute(SqlClient client, ImportStatement statement) {
    return client
        .preparedQuery(statement.sql())
        .execute(statement.parameters())
        .map(rows -> statement.outcome(Rows.one(rows)));
  }

  /**
   * Completes the import; returns false if the stored import differs in its rows from the given
   * one.
   */
  public Future<Boolean> complete(EntityImport run) {
    return database
        .writes(COMPLETE)
        .execute(Tuple.of(run.id(), run.rows(), run.checksum()))
        .map(done -> done.rowCount() == 1)
        .compose(
            completed ->
                completed ? forgetKeys(run.id()).map(true) : Future.succeededFuture(false));
  }

  private Future<Void> forgetKeys(UUID id) {
    return AsyncLoop.repeat(
        () ->
            database
                .writes(FORGET_KEYS)
                .execute(Tuple.of(id))
                .map(forgotten -> forgotten.rowCount() > 0));
  }

  /** Returns errors in the order of rows, starting after the given error. */
  public Future<List<ImportErrorsView.Error>> errors(
      UUID id, long afterRow, int afterNumber, int limit) {
    return database
        .searches(ERRORS)
        .execute(Tuple.of(id, afterRow, afterNumber, limit))
        .map(rows -> Rows.list(rows, PgImportStore::error));
  }

  /** Deletes imports that were last used before the given time, with their errors and keys. */
  public Future<Void> forgetBefore(Instant moment) {
    return AsyncLoop.repeat(
        () ->
            database
                .writes(FORGET)
                .execute(Tuple.of(Rows.utc(moment)))
                .map(left -> Rows.one(left).getLong(0) > 0));
  }

  private static ImportErrorsView.Error error(Row row) {
    return new ImportErrorsView.Error(
        row.getLong("row_no"),
        row.getLong("line_no"),
        row.getString("pointer"),
        row.getString("rule"),
        row.getString("message"));
  }

  private static EntityImport read(Row row) {
    return new EntityImport(
        row.getUUID("id"),
        row.getString("type"),
        row.getString("started_by"),
        row.getBoolean("dry_run"),
        row.getString("upsert"),
        row.getBoolean("logins"),
        row.getBoolean("adopted"),
        row.getBoolean("completed"),
        row.getLong("rows"),
        row.getLong("checksum"),
        row.getLong("created"),
        row.getLong("replaced"),
        row.getLong("refused"),
        row.getOffsetDateTime("started_at").toInstant(),
        row.getOffsetDateTime("updated_at").toInstant());
  }

  private static <T> Future<T> refused(PublishedType type, Throwable cause) {
    return Future.failedFuture(PgFailures.translated(type, cause));
  }

  /** Thrown to roll a transaction back. */
  private static final class NothingStored extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final Outcome outcome;

    NothingStored(Outcome outcome) {
      super("nothing is stored: " + outcome, null, false, false);
      this.outcome = outcome;
    }
  }

  /** The result of storing a batch. */
  public enum Outcome {
    STORED,
    /** Another writer changed an entity of the batch; nothing was stored. */
    STALE,
    /** Another request continued the import; nothing was stored. */
    OVERTAKEN
  }

  /**
   * The use of a body's unique value by a stored entity or another row.
   *
   * @param fields the fields of the constraint
   * @param group the position of the first body that has the same value
   * @param holder the id of the stored entity that has the value, or null
   * @param bytes the size of that entity, if the import may replace it; 0 otherwise
   * @param heldByRow the number of the earlier row of this import that has the value, or null
   * @param taken the violations to report if the row must not have the value
   */
  public record Match(
      List<FieldPath> fields,
      int group,
      UUID holder,
      long bytes,
      Long heldByRow,
      List<Violation> taken) {}

  /**
   * The changes of one batch.
   *
   * @param created new entities
   * @param replaced the next versions of existing entities
   * @param checked in a dry run, the bodies that would be stored, instead of created and replaced
   *     entities
   * @param errors the errors of the refused rows
   * @param steps the steps to commit in the same transaction
   */
  public record Batch(
      List<Write> created,
      List<Write> replaced,
      List<CheckedRow> checked,
      List<ImportErrorsView.Error> errors,
      List<TransactionalStep> steps) {}

  /**
   * An entity, its changes for the history, and the facts to publish.
   *
   * @param row the number of the row that it results from
   */
  public record Write(StoredEntity entity, long row, List<Change> changes, List<Fact> facts) {}

  /**
   * @param row the number of the row that the unique values are stored under: the row of this body,
   *     or the earlier row that it replaces
   */
  public record CheckedRow(ObjectNode body, long row) {}
}
