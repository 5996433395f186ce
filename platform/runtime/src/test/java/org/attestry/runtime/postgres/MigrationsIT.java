package org.attestry.runtime.postgres;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.attestry.runtime.config.Settings;
import org.attestry.testkit.TestServers;
import org.flywaydb.core.api.FlywayException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class MigrationsIT {

  public record DatabaseOnly(PostgresConfig postgres) {}

  @Test
  void aServiceThatMayNotMigrateStartsOnceTheDatabaseIsMigrated(Vertx vertx) throws Exception {
    Map<String, String> settings = TestServers.freshDatabase("migrations").settings();
    PostgresConfig checking = read(settings, "false");

    assertThrows(
        FlywayException.class,
        () -> Migrations.run(vertx, checking, "test").await(60, TimeUnit.SECONDS));

    Migrations.migrate(checking, "test");
    Migrations.run(vertx, checking, "test").await(60, TimeUnit.SECONDS);
  }

  private static PostgresConfig read(Map<String, String> database, String migrate) {
    Map<String, String> settings = new HashMap<>(database);
    settings.put("POSTGRES_MIGRATE", migrate);
    return Settings.of(settings).read(DatabaseOnly.class).postgres();
  }
}
