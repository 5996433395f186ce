package org.attestry.runtime.postgres;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a service's database to the shape its code expects: the runtime's own tables ({@code
 * db/runtime}: outbox and inbox) and the service's ({@code db/<service>}), numbered Flyway scripts.
 * Replicas that start together wait for one another.
 */
public final class Migrations {

  private static final Logger LOG = LoggerFactory.getLogger(Migrations.class);

  private static final int CONNECT_RETRIES = 60;
  private static final long PAUSE_MILLIS = 250;
  private static final int PAUSES_BETWEEN_NEWS = 40;

  private Migrations() {}

  /**
   * Migrates, or only checks when the configuration says so. It waits for the database, and for its
   * role, for as long as they are not there, and says so in the log.
   *
   * @param service the folder below {@code db/}
   * @return fails when a migration fails, or when the database is not as the code expects
   */
  public static Future<Void> run(Vertx vertx, PostgresConfig config, String service) {
    Promise<Void> migrated = Promise.promise();
    attempt(vertx, config, service, 0, migrated);
    return migrated.future();
  }

  private static void attempt(
      Vertx vertx, PostgresConfig config, String service, int before, Promise<Void> migrated) {
    vertx
        .executeBlocking(
            () -> {
              if (before > 0) {
                connect(config);
              }
              once(config, service);
              return null;
            },
            false)
        .onSuccess(done -> migrated.complete())
        .onFailure(
            cause -> {
              SQLException away = absence(cause);
              if (away == null) {
                migrated.fail(cause);
                return;
              }
              if (before % PAUSES_BETWEEN_NEWS == 0) {
                say(service, config, away);
              }
              vertx.setTimer(
                  PAUSE_MILLIS, rested -> attempt(vertx, config, service, before + 1, migrated));
            });
  }

  /** Costs less than an attempt to migrate. */
  private static void connect(PostgresConfig config) throws SQLException {
    DriverManager.getConnection(config.jdbcUrl(), config.user(), config.password().value()).close();
  }

  private static void once(PostgresConfig config, String service) {
    Flyway scripts = scripts(config, service, 0);
    if (config.migrate()) {
      scripts.migrate();
    } else {
      scripts.validate();
    }
  }

  /**
   * Why there is no connection, or null when something else is wrong: nobody answers (class 08),
   * the server starts or stops (57P), it has no place (53), it does not know the database (3D) or
   * the role (28) yet.
   */
  private static SQLException absence(Throwable cause) {
    for (Throwable reason = cause; reason != null; reason = reason.getCause()) {
      if (reason instanceof SQLException sql && sql.getSQLState() != null) {
        return sql.getSQLState().matches("(08|57P|53|3D|28).*") ? sql : null;
      }
    }
    return null;
  }

  private static void say(String service, PostgresConfig config, SQLException away) {
    LOG.atWarn()
        .addKeyValue("service", service)
        .addKeyValue("database", config.jdbcUrl())
        .addKeyValue("reason", away.getMessage())
        .log("waits for its database");
  }

  /** Migrates on the caller's thread, whatever the configuration says; waits for about a minute. */
  public static void migrate(PostgresConfig config, String service) {
    scripts(config, service, CONNECT_RETRIES).migrate();
  }

  /** What has been migrated and what has not; the database must be there. */
  public static void list(PostgresConfig config, String service) {
    scripts(config, service, 0).info();
  }

  private static Flyway scripts(PostgresConfig config, String service, int connectRetries) {
    return Flyway.configure(Migrations.class.getClassLoader())
        .dataSource(config.jdbcUrl(), config.user(), config.password().value())
        .locations("classpath:db/runtime", "classpath:db/" + service)
        .outOfOrder(true)
        .connectRetries(connectRetries)
        .connectRetriesInterval(1)
        .load();
  }
}
