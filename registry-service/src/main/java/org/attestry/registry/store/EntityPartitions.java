package org.attestry.registry.store;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.runtime.postgres.Database;

/**
 * Makes and changes the partitions of types while others read and write. A new partition is made
 * whole and then attached, in one transaction; indexes of one that has rows are built concurrently.
 * One replica works on a type at a time; what a killed one left half done, an invalid index, is
 * made again.
 */
final class EntityPartitions {

  private static final int LOCK_CLASS = 0x72656769; // "regi"
  private static final long LOCK_RETRY_MILLIS = 25;

  private static final String TRY_LOCK = "SELECT pg_try_advisory_lock($1, $2)";
  private static final String EXISTS = "SELECT to_regclass($1) IS NOT NULL";

  private static final String CREATE =
      """
      CREATE TABLE %1$s (
        LIKE entity INCLUDING ALL,
        PRIMARY KEY (id),
        CONSTRAINT %2$s CHECK (type = %3$d)
      )
      """;

  private static final String OWNERS =
      "CREATE INDEX %s ON %s USING gin (owners) WHERE deleted_at IS NULL";

  private static final String ATTACH = "ALTER TABLE entity ATTACH PARTITION %s FOR VALUES IN (%d)";

  private static final String INDEXES =
      """
      SELECT c.relname AS name, i.indisvalid AS valid
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indrelid = to_regclass($1)
      """;

  private final Vertx vertx;
  private final Database database;

  EntityPartitions(Vertx vertx, Database database) {
    this.vertx = vertx;
    this.database = database;
  }

  /** The partition and its indexes, as the type's configuration asks for. */
  Future<Void> prepare(int number, TypeConfig config) {
    TypeIndexes indexes = new TypeIndexes(number, config);
    return database
        .dedicatedConnection()
        .compose(
            connection ->
                connection
                    .query("SET statement_timeout = 0")
                    .execute()
                    .compose(unlimited -> lock(connection, number))
                    .compose(locked -> exists(connection, number))
                    .compose(
                        exists ->
                            exists
                                ? reconcile(connection, number, indexes)
                                : create(connection, number, indexes))
                    .eventually(connection::close));
  }

  /** Tries again and again: waiting inside the database would hold up concurrent index builds. */
  private Future<Void> lock(PgConnection connection, int number) {
    return connection
        .preparedQuery(TRY_LOCK)
        .execute(Tuple.of(LOCK_CLASS, number))
        .compose(
            rows ->
                rows.iterator().next().getBoolean(0)
                    ? Future.succeededFuture()
                    : vertx.timer(LOCK_RETRY_MILLIS).compose(rested -> lock(connection, number)));
  }

  private static Future<Boolean> exists(SqlConnection connection, int number) {
    return connection
        .preparedQuery(EXISTS)
        .execute(Tuple.of(TypeIndexes.table(number)))
        .map(rows -> rows.iterator().next().getBoolean(0));
  }

  private static Future<Void> create(SqlConnection connection, int number, TypeIndexes indexes) {
    String table = SqlQuote.identifier(TypeIndexes.table(number));
    String check = SqlQuote.identifier(TypeIndexes.table(number) + "_type");
    String owners = SqlQuote.identifier(TypeIndexes.table(number) + "_owners");
    List<String> statements = new ArrayList<>();
    statements.add("SET LOCAL lock_timeout = '5s'");
    statements.add(CREATE.formatted(table, check, number));
    statements.add(OWNERS.formatted(owners, table));
    statements.addAll(indexes.definitions(false).values());
    statements.add(ATTACH.formatted(table, number));
    return connection
        .begin()
        .compose(
            transaction ->
                all(connection, statements)
                    .compose(done -> transaction.commit())
                    .recover(
                        cause ->
                            transaction
                                .rollback()
                                .transform(rolledBack -> Future.failedFuture(cause))));
  }

  /**
   * What cannot be built, because stored entities break a new constraint, is taken away again: an
   * invalid unique index would hold for new entities.
   */
  private static Future<Void> reconcile(SqlConnection connection, int number, TypeIndexes indexes) {
    return existing(connection, number)
        .compose(existing -> all(connection, difference(existing, indexes)))
        .recover(
            cause ->
                existing(connection, number)
                    .compose(existing -> all(connection, broken(existing, indexes)))
                    .transform(cleaned -> Future.failedFuture(cause)));
  }

  private static Future<List<Row>> existing(SqlConnection connection, int number) {
    return connection
        .preparedQuery(INDEXES)
        .execute(Tuple.of(TypeIndexes.table(number)))
        .map(rows -> StreamSupport.stream(rows.spliterator(), false).toList());
  }

  private static List<String> broken(List<Row> existing, TypeIndexes indexes) {
    return existing.stream()
        .filter(row -> indexes.isOurs(row.getString("name")) && !row.getBoolean("valid"))
        .map(row -> drop(row.getString("name")))
        .toList();
  }

  private static String drop(String index) {
    return "DROP INDEX CONCURRENTLY IF EXISTS " + SqlQuote.identifier(index);
  }

  /** First what is broken goes, then what is missing comes, then what is no longer wanted goes. */
  private static List<String> difference(List<Row> existing, TypeIndexes indexes) {
    Map<String, String> missing = indexes.definitions(true);
    List<String> unwanted = new ArrayList<>();
    for (Row row : existing) {
      String name = row.getString("name");
      boolean wanted = !row.getBoolean("valid") || missing.remove(name) != null;
      if (!wanted && indexes.isOurs(name)) {
        unwanted.add(drop(name));
      }
    }
    List<String> statements = new ArrayList<>(broken(existing, indexes));
    statements.addAll(missing.values());
    statements.addAll(unwanted);
    return statements;
  }

  private static Future<Void> all(SqlConnection connection, List<String> statements) {
    Future<Void> done = Future.succeededFuture();
    for (String sql : statements) {
      done = done.compose(next -> connection.query(sql).execute().mapEmpty());
    }
    return done;
  }
}
