package org.attestry.runtime.postgres;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import org.flywaydb.core.Flyway;

/**
 * Brings a service's database to the shape its code expects: the runtime's own tables ({@code
 * db/runtime}: outbox and inbox) and the service's ({@code db/<service>}), numbered Flyway scripts.
 * Replicas that start together wait for one another.
 */
public final class Migrations {

  private static final int CONNECT_RETRIES = 60;

  private Migrations() {}

  /**
   * Migrates, or only checks when the configuration says so. It waits for the database for about a
   * minute.
   *
   * @param service the folder below {@code db/}
   * @return fails when a migration fails, or when the database is not as the code expects
   */
  public static Future<Void> run(Vertx vertx, PostgresConfig config, String service) {
    return vertx.executeBlocking(
        () -> {
          if (config.migrate()) {
            migrate(config, service);
          } else {
            scripts(config, service, CONNECT_RETRIES).validate();
          }
          return null;
        },
        false);
  }

  /** Migrates, whatever the configuration says, on the caller's thread. */
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
