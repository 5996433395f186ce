package org.attestry.runtime.postgres;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.attestry.runtime.async.Retry;
import org.flywaydb.core.Flyway;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Migrates a service's database with numbered Flyway scripts: the runtime's tables ({@code
 * db/runtime}: outbox and inbox) and the service's ({@code db/<service>}). Replicas that start at
 * the same time wait for one another.
 */
public final class Migrations {

  private static final Logger LOG = LoggerFactory.getLogger(Migrations.class);

  private static final int CONNECT_RETRIES = 60;
  private static final Duration PAUSE = Duration.ofMillis(250);
  private static final int FAILURES_BETWEEN_WARNINGS = 40;

  private Migrations() {}

  /**
   * Migrates, or, if the configuration disables migration, waits until the database is migrated and
   * validates it. Waits until database and role exist, and logs that it waits.
   *
   * @param service the folder below {@code db/}
   * @return fails if a migration or the validation fails
   */
  public static Future<Void> run(Vertx vertx, PostgresConfig config, String service) {
    AtomicInteger failures = new AtomicInteger();
    return Retry.every(vertx, PAUSE)
        .when(cause -> isAbsence(cause) && warned(service, config, cause, failures))
        .run(
            () ->
                connect(vertx, config)
                    .compose(
                        there ->
                            vertx.executeBlocking(
                                () -> migrateOrValidate(config, service), false)));
  }

  /**
   * Migrates on the caller's thread, even if the configuration disables migration; waits up to a
   * minute for the database.
   */
  public static void migrate(PostgresConfig config, String service) {
    flyway(config, service).migrate();
  }

  private static Void migrateOrValidate(PostgresConfig config, String service) {
    if (config.migrate()) {
      migrate(config, service);
    } else {
      validate(flyway(config, service));
    }
    return null;
  }

  private static void validate(Flyway flyway) {
    int pending = flyway.info().pending().length;
    if (pending > 0) {
      throw new NotMigrated(pending);
    }
    flyway.validate();
  }

  /** The database lacks migrations that another process is to run. */
  private static final class NotMigrated extends RuntimeException {

    private static final long serialVersionUID = 1;

    NotMigrated(int pending) {
      super(pending + " migrations are not done yet", null, false, false);
    }
  }

  private static Future<Void> connect(Vertx vertx, PostgresConfig config) {
    return PgConnection.connect(vertx, Database.options(config)).compose(PgConnection::close);
  }

  /** Whether the server is unavailable, or has no such database (3D) or tables yet. */
  private static boolean isAbsence(Throwable cause) {
    return PgErrors.isOutage(cause)
        || cause instanceof NotMigrated
        || cause instanceof PgException sql
            && sql.getSqlState() != null
            && sql.getSqlState().startsWith("3D");
  }

  /**
   * Logs the first failure and then every {@value #FAILURES_BETWEEN_WARNINGS}th; always returns
   * true.
   */
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

  private static Flyway flyway(PostgresConfig config, String service) {
    return Flyway.configure(Migrations.class.getClassLoader())
        .dataSource(config.jdbcUrl(), config.user(), config.password().value())
        .locations("classpath:db/runtime", "classpath:db/" + service)
        .outOfOrder(true)
        .connectRetries(CONNECT_RETRIES)
        .connectRetriesInterval(1)
        .load();
  }
}
