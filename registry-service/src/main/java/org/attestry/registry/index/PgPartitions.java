package org.attestry.registry.index;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.registry.sql.SqlQuote;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates and changes the partitions of types during concurrent reads and writes. A new partition
 * is created with its indexes and then attached, in one transaction. Indexes of a partition with
 * rows are built concurrently, which blocks no writer. One replica works on a type at a time; an
 * invalid index, which a killed replica leaves behind, is built again.
 */
public final class PgPartitions {

  private static final Logger LOG = LoggerFactory.getLogger(PgPartitions.class);

  private static final int LOCK_CLASS = 0x72656769; // "regi"
  private static final long LOCK_RETRY_MILLIS = 25;

  /** Shorter than the time limits of the operations and facts that wait for the lock. */
  private static final Duration LOCK_WAIT = Duration.ofSeconds(8);

  /**
   * The SQLSTATE classes of errors that a retry does not resolve: data exceptions, constraints,
   * limits.
   */
  private static final Set<String> LASTING = Set.of("22", "23", "54");

  private static final String TRY_LOCK = "SELECT pg_try_advisory_lock($1, $2)";
  private static final String UNLOCK = "SELECT pg_advisory_unlock($1, $2)";
  private static final String EXISTS = "SELECT to_regclass($1) IS NOT NULL";

  /**
   * Creates a partition that is analyzed only after many changes: few rows are found fast without
   * statistics. An analysis after each fifty changes, which is the default, merges the pending
   * lists of the trigram indexes, and with many types costs more than the writes.
   */
  private static final String CREATE =
      """
      CREATE TABLE %1$s (
        LIKE entity INCLUDING ALL,
        PRIMARY KEY (id),
        CONSTRAINT %2$s CHECK (type = %3$d)
      ) WITH (autovacuum_analyze_threshold = 1000)
      """;

  /** Limits the wait for the lock of a statement, because writers queue behind it. */
  private static final String SHORT_WAIT = "SET LOCAL lock_timeout = '2s'";

  /** Suppresses the notice that there was no constraint to drop. */
  private static final String NO_NOTICES = "SET LOCAL client_min_messages = warning";

  private static final String CLOSE =
      """
      ALTER TABLE %1$s DROP CONSTRAINT IF EXISTS %2$s,
        ADD CONSTRAINT %2$s CHECK (deleted_at IS NOT NULL)
      """;

  private static final String OPEN = "ALTER TABLE %s DROP CONSTRAINT %s";

  private static final String IS_CLOSED =
      """
      SELECT EXISTS (
        SELECT FROM pg_constraint WHERE conrelid = to_regclass($1) AND conname = $2::text)
      """;

  private static final String CHECK_VIOLATION = "23514";
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private static final String OWNERS =
      "CREATE INDEX %s ON %s USING gin (owners) WHERE deleted_at IS NULL";

  private static final String ATTACH = "ALTER TABLE entity ATTACH PARTITION %s FOR VALUES IN (%d)";

  private static final String INDEXES =
      """
      SELECT c.relname AS name, i.indisvalid AS valid
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indrelid = to_regclass($1)
      UNION ALL
      SELECT stxname, true FROM pg_statistic_ext WHERE stxrelid = to_regclass($1)
      """;

  private final Vertx vertx;
  private final Database database;
  private final Set<PgConnection> working = new HashSet<>();

  public PgPartitions(Vertx vertx, Database database) {
    this.vertx = vertx;
    this.database = database;
  }

  /**
   * Runs work, whose result is not null, while no replica does other work on the type. No
   * connection is held between the attempts to get the lock: otherwise a build of minutes could
   * occupy all connections that other types need.
   *
   * @return fails with {@link FailureKind#TIMEOUT} if the type is in use for eight seconds
   */
  public <T> Future<T> exclusively(int number, Function<PgConnection, Future<T>> work) {
    return exclusively(number, work, Deadline.in(LOCK_WAIT));
  }

  /**
   * Polls for the lock, because waiting inside the database would block concurrent index builds.
   */
  private <T> Future<T> exclusively(
      int number, Function<PgConnection, Future<T>> work, Deadline deadline) {
    return ifFree(number, work)
        .compose(
            done -> {
              if (done.isPresent()) {
                return Future.succeededFuture(done.get());
              }
              return deadline.passed()
                  ? Future.failedFuture(busy(FailureKind.TIMEOUT))
                  : vertx
                      .timer(LOCK_RETRY_MILLIS)
                      .compose(rested -> exclusively(number, work, deadline));
            });
  }

  /**
   * Runs work, whose result is not null, unless a replica works on the type.
   *
   * @return empty, with nothing done, if a replica works on the type
   */
  public <T> Future<Optional<T>> ifFree(int number, Function<PgConnection, Future<T>> work) {
    return administer(
        connection ->
            tryLock(connection, number)
                .compose(
                    locked ->
                        locked
                            ? unlocking(connection, number, work.apply(connection))
                                .map(Optional::of)
                            : Future.succeededFuture(Optional.empty())));
  }

  /**
   * Creates the type's partition with all its indexes, or the unique constraints that an existing
   * partition lacks. Must be called {@link #exclusively} for the type.
   *
   * @return whether the partition has all indexes of the type, and no others; fails with the error
   *     of the database if stored entities break a constraint, which is then not created
   */
  public Future<Boolean> constrain(PgConnection connection, PublishedType type) {
    TypeIndexes indexes = new TypeIndexes(type);
    return exists(connection, type.number())
        .compose(
            exists ->
                exists ? constrain(connection, indexes) : create(connection, indexes).map(true));
  }

  /**
   * Closes partitions to new entities, all of them or none. Writes in flight are awaited; later
   * ones are refused by the constraint {@link TypeIndexes#closed}.
   *
   * @return false if one of the partitions has an entity
   */
  public Future<Boolean> close(List<Integer> numbers) {
    List<String> statements = new ArrayList<>(List.of(SHORT_WAIT, NO_NOTICES));
    numbers.forEach(number -> statements.add(closing(number)));
    return database
        .inTransaction(transaction -> all(transaction, statements))
        .map(true)
        .recover(PgPartitions::notClosed);
  }

  private static String closing(int number) {
    return CLOSE.formatted(
        SqlQuote.identifier(TypeIndexes.table(number)),
        SqlQuote.identifier(TypeIndexes.closed(number)));
  }

  private static Future<Boolean> notClosed(Throwable cause) {
    String state = cause instanceof PgException sql ? String.valueOf(sql.getSqlState()) : "";
    return switch (state) {
      case CHECK_VIOLATION -> Future.succeededFuture(false);
      case LOCK_NOT_AVAILABLE -> Future.failedFuture(busy(FailureKind.UNAVAILABLE));
      default -> Future.failedFuture(cause);
    };
  }

  private static FailureException busy(FailureKind kind) {
    return FailureException.of(
        kind, "registry.type.busy", "The type is in use; try again shortly.");
  }

  /** Reopens a partition for new entities. */
  public Future<Void> open(int number) {
    String table = TypeIndexes.table(number);
    String closed = TypeIndexes.closed(number);
    String opening = OPEN.formatted(SqlQuote.identifier(table), SqlQuote.identifier(closed));
    return database
        .shortReads(IS_CLOSED)
        .execute(Tuple.of(table, closed))
        .map(rows -> Rows.one(rows).getBoolean(0))
        .compose(
            isClosed ->
                isClosed
                    ? database.writes().query(opening).execute().mapEmpty()
                    : Future.succeededFuture());
  }

  /**
   * Builds the indexes that are missing and drops those that the type no longer declares. An index
   * that stored values do not allow is left out and logged. Must be called {@link #exclusively} or
   * {@link #ifFree} for the type.
   */
  public Future<Void> index(PgConnection connection, PublishedType type) {
    TypeIndexes indexes = new TypeIndexes(type);
    return existing(connection, indexes).compose(existing -> build(connection, existing, indexes));
  }

  /**
   * Whether the type has the indexes that this version of the service defines, and no others with a
   * name of that form.
   */
  public Future<Boolean> isIndexed(PublishedType type) {
    TypeIndexes indexes = new TypeIndexes(type);
    return administer(connection -> existing(connection, indexes))
        .map(
            existing ->
                missing(existing, indexes).isEmpty() && unwanted(existing, indexes).isEmpty());
  }

  /** Cancels builds in flight, which can take minutes, so that the service can stop. */
  public Future<Void> interrupt() {
    return Future.join(working.stream().map(PgConnection::cancelRequest).toList())
        .transform(done -> Future.succeededFuture());
  }

  private <T> Future<T> administer(Function<PgConnection, Future<T>> work) {
    return database.administer(
        connection -> {
          working.add(connection);
          return work.apply(connection).eventually(() -> done(connection));
        });
  }

  private Future<Void> done(PgConnection connection) {
    working.remove(connection);
    return Future.succeededFuture();
  }

  /**
   * Releases the lock after the work, because the pool keeps the connection, whose end would
   * release it.
   */
  private static <T> Future<T> unlocking(PgConnection connection, int number, Future<T> work) {
    return work.eventually(
        () -> connection.preparedQuery(UNLOCK).execute(Tuple.of(LOCK_CLASS, number)));
  }

  private static Future<Boolean> tryLock(PgConnection connection, int number) {
    return connection
        .preparedQuery(TRY_LOCK)
        .execute(Tuple.of(LOCK_CLASS, number))
        .map(rows -> Rows.one(rows).getBoolean(0));
  }

  private static Future<Boolean> exists(SqlConnection connection, int number) {
    return connection
        .preparedQuery(EXISTS)
        .execute(Tuple.of(TypeIndexes.table(number)))
        .map(rows -> Rows.one(rows).getBoolean(0));
  }

  /**
   * Creates the partition. The server executes statements that are sent in one text as one
   * transaction.
   */
  private static Future<Void> create(SqlConnection connection, TypeIndexes indexes) {
    int number = indexes.type().number();
    String table = SqlQuote.identifier(TypeIndexes.table(number));
    String check = SqlQuote.identifier(TypeIndexes.table(number) + "_type");
    String owners = SqlQuote.identifier(TypeIndexes.table(number) + "_owners");
    List<String> statements = new ArrayList<>();
    statements.add("SET LOCAL lock_timeout = '5s'");
    statements.add(CREATE.formatted(table, check, number));
    statements.add(OWNERS.formatted(owners, table));
    statements.addAll(indexes.definitions(false).values());
    statements.add(ATTACH.formatted(table, number));
    return connection.query(String.join(";\n", statements)).execute().mapEmpty();
  }

  /**
   * Creates missing constraints. If stored entities break a constraint, its invalid index is
   * dropped, because it would be enforced for new entities.
   */
  private static Future<Boolean> constrain(SqlConnection connection, TypeIndexes indexes) {
    return existing(connection, indexes)
        .compose(
            existing -> {
              List<String> constraints = new ArrayList<>(broken(existing, indexes));
              missing(existing, indexes)
                  .forEach(
                      (name, sql) -> {
                        if (indexes.isRequired(name, existing.keySet())) {
                          constraints.add(sql);
                        }
                      });
              return all(connection, constraints);
            })
        .recover(
            cause ->
                existing(connection, indexes)
                    .compose(existing -> all(connection, broken(existing, indexes)))
                    .transform(cleaned -> Future.failedFuture(cause)))
        .compose(done -> existing(connection, indexes))
        .map(
            existing ->
                missing(existing, indexes).isEmpty() && unwanted(existing, indexes).isEmpty());
  }

  /** Drops invalid indexes, builds missing ones, analyzes, and drops those no longer declared. */
  private static Future<Void> build(
      SqlConnection connection, Map<String, Boolean> existing, TypeIndexes indexes) {
    Map<String, String> missing = missing(existing, indexes);
    return all(connection, broken(existing, indexes))
        .compose(
            done ->
                AsyncLoop.each(
                    missing.entrySet(),
                    index -> build(connection, indexes, index.getKey(), index.getValue())))
        .compose(
            built -> all(connection, missing.isEmpty() ? List.of() : List.of(indexes.analysis())))
        .compose(analyzed -> all(connection, unwanted(existing, indexes)));
  }

  private static Future<Void> build(
      SqlConnection connection, TypeIndexes indexes, String index, String sql) {
    return connection
        .query(sql)
        .execute()
        .<Void>mapEmpty()
        .recover(
            cause -> {
              if (!isLasting(cause)) {
                return Future.failedFuture(cause);
              }
              LOG.atError()
                  .addKeyValue("index", index)
                  .addKeyValue("reason", ((PgException) cause).getSqlState())
                  .log("stored values do not allow an index");
              return connection.query(indexes.drop(index)).execute().mapEmpty();
            });
  }

  private static boolean isLasting(Throwable cause) {
    return cause instanceof PgException sql
        && sql.getSqlState() != null
        && LASTING.contains(sql.getSqlState().substring(0, 2));
  }

  /**
   * Returns the indexes that this service created, and the statistics that an earlier version
   * created, as a map of name to validity.
   */
  private static Future<Map<String, Boolean>> existing(
      SqlConnection connection, TypeIndexes indexes) {
    return connection
        .preparedQuery(INDEXES)
        .execute(Tuple.of(TypeIndexes.table(indexes.type().number())))
        .map(
            rows ->
                rows.stream()
                    .filter(row -> indexes.isOurs(row.getString("name")))
                    .collect(
                        Collectors.toMap(
                            row -> row.getString("name"), row -> row.getBoolean("valid"))));
  }

  private static List<String> broken(Map<String, Boolean> existing, TypeIndexes indexes) {
    return existing.keySet().stream()
        .filter(name -> !existing.get(name))
        .map(indexes::drop)
        .toList();
  }

  private static Map<String, String> missing(Map<String, Boolean> existing, TypeIndexes indexes) {
    Map<String, String> missing = indexes.definitions(true);
    missing.keySet().removeIf(name -> existing.getOrDefault(name, false));
    return missing;
  }

  private static List<String> unwanted(Map<String, Boolean> existing, TypeIndexes indexes) {
    Set<String> wanted = indexes.definitions(true).keySet();
    return existing.keySet().stream()
        .filter(name -> existing.get(name) && !wanted.contains(name))
        .map(indexes::drop)
        .toList();
  }

  private static Future<Void> all(SqlConnection connection, List<String> statements) {
    return AsyncLoop.each(statements, sql -> connection.query(sql).execute());
  }
}
