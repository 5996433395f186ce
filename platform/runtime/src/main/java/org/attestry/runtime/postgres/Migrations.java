package org.attestry.runtime.postgres;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.attestry.runtime.bus.Failures;
import org.attestry.runtime.work.Retry;
import org.flywaydb.core.Flyway;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a service's database to the shape its code expects: the runtime's own tables ({@code
 * db/runtime}: outbox and inbox) and the service's ({@code db/<service>}), numbered Flyway scripts.
 * Replicas that start together wait for one another. A database that has had exactly these scripts
 * is left alone without Flyway: that and JDBC are a part of a start, and would stay in memory.
 */
public final class Migrations {

  private static final Logger LOG = LoggerFactory.getLogger(Migrations.class);

  private static final int CONNECT_RETRIES = 60;
  private static final Duration PAUSE = Duration.ofMillis(250);
  private static final int FAILURES_BETWEEN_WARNINGS = 40;

  private static final String UNDEFINED_TABLE = "42P01";
  private static final String RECORD =
      "SELECT script, CASE WHEN success THEN checksum END AS checksum FROM flyway_schema_history";

  private Migrations() {}

  /**
   * Migrates, or only checks when the configuration says so. It waits for the database, and for its
   * role, for as long as they are not there, and says so in the log.
   *
   * @param service the folder below {@code db/}
   * @return fails when a migration fails, or when the database is not as the code expects
   */
  public static Future<Void> run(Vertx vertx, PostgresConfig config, String service) {
    AtomicInteger failures = new AtomicInteger();
    return Retry.every(vertx, PAUSE)
        .when(cause -> isAbsence(cause) && warned(service, config, cause, failures))
        .run(() -> record(vertx, config))
        .compose(
            found -> vertx.executeBlocking(() -> bringUpToDate(config, service, found), false));
  }

  /** Migrates on the caller's thread, whatever the configuration says; waits for about a minute. */
  public static void migrate(PostgresConfig config, String service) {
    flyway(config, service).migrate();
  }

  private static Void bringUpToDate(
      PostgresConfig config, String service, Map<String, Integer> recorded) {
    if (recorded.equals(Scripts.checksums(folders(service)))) {
      return null;
    }
    if (config.migrate()) {
      migrate(config, service);
    } else {
      flyway(config, service).validate();
    }
    return null;
  }

  /** What Flyway has noted: script to checksum, or to null where it failed. */
  private static Future<Map<String, Integer>> record(Vertx vertx, PostgresConfig config) {
    return PgConnection.connect(vertx, Database.options(config))
        .compose(
            connection ->
                connection
                    .query(RECORD)
                    .execute()
                    .map(Migrations::checksums)
                    .recover(Migrations::unlessNew)
                    .eventually(connection::close));
  }

  private static Map<String, Integer> checksums(RowSet<Row> rows) {
    Map<String, Integer> checksums = new HashMap<>();
    rows.forEach(row -> checksums.put(row.getString("script"), row.getInteger("checksum")));
    return checksums;
  }

  private static Future<Map<String, Integer>> unlessNew(Throwable cause) {
    return cause instanceof PgException sql && UNDEFINED_TABLE.equals(sql.getSqlState())
        ? Future.succeededFuture(Map.of())
        : Future.failedFuture(cause);
  }

  /** Whether the server is away, or does not know the database (3D) or the role (28) yet. */
  private static boolean isAbsence(Throwable cause) {
    return Failures.isOutage(cause)
        || cause instanceof PgException sql
            && sql.getSqlState() != null
            && sql.getSqlState().matches("(3D|28).*");
  }

  /** Logs the first failure and then one of many; always true. */
  private static boolean warned(
      String service, PostgresConfig config, Throwable away, AtomicInteger failures) {
    if (failures.getAndIncrement() % FAILURES_BETWEEN_WARNINGS == 0) {
      LOG.atWarn()
          .addKeyValue("service", service)
          .addKeyValue("database", config.jdbcUrl())
          .addKeyValue("reason", away.getMessage())
          .log("waits for its database");
    }
    return true;
  }

  private static List<String> folders(String service) {
    return List.of("db/runtime", "db/" + service);
  }

  private static Flyway flyway(PostgresConfig config, String service) {
    return Flyway.configure(Migrations.class.getClassLoader())
        .dataSource(config.jdbcUrl(), config.user(), config.password().value())
        .locations(
            folders(service).stream().map(folder -> "classpath:" + folder).toArray(String[]::new))
        .outOfOrder(true)
        .connectRetries(CONNECT_RETRIES)
        .connectRetriesInterval(1)
        .load();
  }
}
