package org.attestry.registry.stored;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.SqlResult;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.document.DocumentDiff;
import org.attestry.registry.document.DocumentDiff.Change;
import org.attestry.registry.index.PgFailures;
import org.attestry.registry.sql.FittingSql;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.GroupCommit;
import org.attestry.runtime.postgres.Rows;

/**
 * Stores entities. Each write is one transaction: the entity, its history, its events. Concurrent
 * inserts of all types share a statement, and so do concurrent updates of one type. Not
 * thread-safe: used on one event loop.
 */
public class PgEntityStore {

  /**
   * More than the number of versions that an entity gets while a call is too recent to be checked
   * for an earlier attempt.
   */
  public static final int RECENT_VERSIONS = 250;

  /**
   * The failure of a transaction whose entity has a newer version than the one that was read; the
   * transaction is rolled back.
   */
  private static final FailureException STALE_VERSION =
      FailureException.of(FailureKind.STALE, "registry.store.moved-on", "The entity has moved on.");

  private static final FailureException BUSY =
      FailureException.unavailable(
          "registry.store.busy", "Too many writes of this type are waiting; try again shortly.");

  private static final String VERSION_BY =
      """
      SELECT version FROM history
      WHERE id = $1 AND version > $2 AND call_id = $3 AND operation = $4
      """;

  private static final FittingSql CHANGES = new FittingSql(List.of("changes"), List.of());

  /** A page ends at its limit in bytes, but has at least one change. */
  private static final String HISTORY =
      """
      SELECT version, operation, changed_at, changed_by, changes
      FROM (
        SELECT page.*, sum(octet_length(changes)) OVER (ROWS UNBOUNDED PRECEDING) AS bytes
        FROM (
          SELECT version, operation, changed_at, changed_by, place, %s
          FROM (%s) AS fitting WHERE fits OFFSET 0
        ) AS page
      ) AS sized WHERE place = 1 OR bytes <= $4 ORDER BY version DESC
      """
          .formatted(
              CHANGES.where("true"),
              CHANGES.rows(
                  "SELECT * FROM history WHERE id = $1 ORDER BY version DESC LIMIT $2 OFFSET $3",
                  "$4",
                  "1"));

  private static final String COUNT_HISTORY = "SELECT count(*) FROM history WHERE id = $1";

  private final Database database;
  private final PgSearchQueue connections;
  private final Outbox outbox;
  private final AfterWrites after;
  private final Vertx vertx;
  private final StoreLimits limits;
  private final Map<Integer, OfType> types = new HashMap<>();
  private final Writes inserts;

  public PgEntityStore(
      Vertx vertx,
      Database database,
      PgSearchQueue connections,
      Outbox outbox,
      AfterWrites after,
      StoreLimits limits) {
    this.vertx = vertx;
    this.connections = connections;
    this.limits = limits;
    this.database = database;
    this.outbox = outbox;
    this.after = after;
    this.inserts = writes(EntitySql.INSERT);
  }

  /**
   * Returns the entity, deleted or not; null if it does not exist. Reads of large entities take
   * turns by caller.
   */
  public Future<StoredEntity> find(PublishedType type, UUID id, Deadline deadline) {
    return database
        .shortReads(sql(type).find())
        .execute(Tuple.of(id))
        .compose(
            rows ->
                rows.size() > 0 && EntityRows.isWithoutContent(Rows.one(rows))
                    ? connections.scan(deadline, sql(type).findLarge(), Tuple.of(id))
                    : connections.admitted(deadline, rows))
        .compose(
            rows ->
                connections
                    .memory()
                    .work(deadline, () -> Rows.first(rows, EntityRows::read).orElse(null)));
  }

  /**
   * Stores a new entity.
   *
   * @return fails with CONFLICT if an entity with this id exists or, naming the fields, if a unique
   *     value is taken
   */
  public Future<Void> insert(PublishedType type, StoredEntity entity, ChangeDetails written) {
    return write(type, inserts, entity, written).mapEmpty();
  }

  /**
   * Stores the next version of an entity.
   *
   * @param after the next version; its number is the stored one plus one
   * @return false, with nothing stored, if another version was stored concurrently, or the same
   *     call and operation made one of the recent versions; fails with CONFLICT, naming the fields,
   *     if a unique value is taken
   */
  public Future<Boolean> update(PublishedType type, StoredEntity after, ChangeDetails written) {
    return write(type, writes(type).updates, after, written);
  }

  /**
   * Returns the version of an entity that a call has made.
   *
   * @param operation the use case, as in {@link ChangeDetails#operation}
   * @param after a version that is older than the one to find
   * @return the version, or null if the call has made none
   */
  public Future<Long> versionBy(UUID callId, UUID id, String operation, long after) {
    return database
        .shortReads(VERSION_BY)
        .execute(Tuple.of(id, after, callId, operation))
        .map(rows -> Rows.first(rows, row -> row.getLong(0)).orElse(null));
  }

  /**
   * Returns a page of an entity's history, newest first. The page ends early when it reaches its
   * limit in bytes; the next page begins at this offset plus the number of changes.
   */
  public Future<History> history(UUID id, int limit, int offset, Deadline deadline) {
    Future<RowSet<Row>> count = database.shortReads(COUNT_HISTORY).execute(Tuple.of(id));
    Future<RowSet<Row>> page =
        connections.scan(deadline, HISTORY, Tuple.of(id, limit, offset, (long) limits.pageBytes()));
    return Future.all(page, count)
        .compose(both -> connections.memory().work(deadline, () -> past(page.result())))
        .map(changes -> new History(changes, Rows.one(count.result()).getLong(0)));
  }

  private static List<HistoryEntry> past(RowSet<Row> rows) {
    return rows.stream()
        .map(
            row ->
                new HistoryEntry(
                    row.getLong("version"),
                    row.getString("operation"),
                    row.getOffsetDateTime("changed_at").toInstant(),
                    row.getString("changed_by"),
                    List.of(Json.read(JsonBytes.of(row.getString("changes")), Change[].class))))
        .toList();
  }

  /** Whether the user owns an entity of the type. */
  public Future<Boolean> hasOwned(PublishedType type, String userId) {
    return database
        .shortReads(sql(type).hasOwned())
        .execute(Tuple.of(userId))
        .map(rows -> Rows.one(rows).getBoolean(0));
  }

  /** Returns the number of entities that are not deleted. */
  public Future<Long> count(PublishedType type) {
    return database.searches(sql(type).count()).execute().map(rows -> Rows.one(rows).getLong(0));
  }

  /** Stores facts that belong to no change of an entity. */
  public Future<Void> publish(List<Fact> facts) {
    return facts.isEmpty()
        ? Future.succeededFuture()
        : outbox.insert(database.writes(), facts).onSuccess(done -> after.committed().run());
  }

  /**
   * Writes an entity in one statement with other writes, or in a transaction of its own if it has
   * steps.
   */
  private Future<Boolean> write(
      PublishedType type, Writes writes, StoredEntity entity, ChangeDetails written) {
    EntityWrite write = EntityWrite.of(type.number(), entity, written);
    if (write.characters() > limits.entityBytes() && write.counted() > limits.entityBytes()) {
      return Future.failedFuture(limits.tooLarge());
    }
    Future<Boolean> stored =
        written.steps().isEmpty()
            ? writes.gathered.write(write)
            : database
                .inTransaction(transaction -> writeInTransaction(transaction, writes.sql, write))
                .recover(PgEntityStore::falseIfStale);
    return stored
        .onSuccess(done -> nudge(done, entity))
        .recover(cause -> Future.failedFuture(PgFailures.translated(type, cause)));
  }

  private void nudge(boolean stored, StoredEntity entity) {
    if (stored) {
      after.committed().run();
    }
    if (stored && entity.isDue()) {
      after.due().run();
    }
  }

  private Future<Boolean> writeInTransaction(
      SqlConnection transaction, String sql, EntityWrite write) {
    return stored(transaction.preparedQuery(sql), List.of(write))
        .compose(
            stored ->
                stored.isEmpty()
                    ? Future.failedFuture(STALE_VERSION)
                    : PgTransactionalStep.write(transaction, write.written().steps()))
        .map(true);
  }

  private static Future<Boolean> falseIfStale(Throwable cause) {
    return cause == STALE_VERSION ? Future.succeededFuture(false) : Future.failedFuture(cause);
  }

  private Future<Set<UUID>> stored(PreparedQuery<RowSet<Row>> statement, List<EntityWrite> writes) {
    return statement
        .collecting(Collectors.mapping(row -> row.getUUID(0), Collectors.toSet()))
        .execute(EntitySql.bind(writes, outbox))
        .map(SqlResult::value);
  }

  private EntitySql sql(PublishedType type) {
    return writes(type).sql;
  }

  private OfType writes(PublishedType type) {
    return types.computeIfAbsent(
        type.number(),
        number -> {
          EntitySql sql = EntitySql.of(number);
          return new OfType(sql, writes(sql.update()));
        });
  }

  private Writes writes(String sql) {
    return new Writes(
        sql, new GroupCommit<>(vertx, writes -> stored(database.writes(sql), writes), BUSY));
  }

  private record OfType(EntitySql sql, Writes updates) {}

  /** The writes that use one statement. */
  private record Writes(String sql, GroupCommit<EntityWrite> gathered) {}

  /**
   * Returns the entity; null if it does not exist or is deleted.
   *
   * @param type null for a type that is not published
   */
  public Future<StoredEntity> findActive(PublishedType type, String osid, Deadline deadline) {
    return type == null
        ? Future.succeededFuture()
        : find(type, EntityIds.parse(osid), deadline)
            .map(found -> found == null || found.deleted() ? null : found);
  }

  /**
   * @param total the total number of changes
   */
  public record History(List<HistoryEntry> changes, long total) {}

  /**
   * One change in the history.
   *
   * @param version the version that the change led to
   * @param operation the use case
   * @param by user id, or null
   */
  public record HistoryEntry(
      long version, String operation, Instant at, String by, List<DocumentDiff.Change> changes) {}

  /**
   * The data that is written together with an entity.
   *
   * @param callId the id of the call that writes the entity, or null
   * @param operation the use case, for the history
   * @param changes the differences, for the history; empty for a new entity
   * @param facts the facts to publish
   * @param steps the steps to commit in the same transaction
   * @param caller for whom the write is done: waiting writes take turns by caller
   */
  public record ChangeDetails(
      UUID callId,
      String operation,
      List<DocumentDiff.Change> changes,
      List<Fact> facts,
      List<TransactionalStep> steps,
      CallerKey caller) {}

  /**
   * An entity to be stored, with the data that is written together with it.
   *
   * @param type the number of its type
   * @param body the entity's content as text, so that numbers keep every digit
   * @param attestations the entity's attestations as text
   */
  record EntityWrite(
      Integer type, StoredEntity entity, ChangeDetails written, String body, String attestations)
      implements GroupCommit.Write {

    static EntityWrite of(int type, StoredEntity entity, ChangeDetails written) {
      return new EntityWrite(
          type,
          entity,
          written,
          Json.write(entity.body()).text(),
          EntitySql.written(entity.attestations()));
    }

    @Override
    public UUID id() {
      return entity.id();
    }

    @Override
    public CallerKey caller() {
      return written.caller();
    }

    @Override
    public int characters() {
      return body.length() + attestations.length();
    }

    /** Returns the number of characters that count for the limit of an entity. */
    int counted() {
      return body.length()
          + EntitySql.written(entity.attestations().stream().map(Attestation::counted).toList())
              .length();
    }
  }
}
