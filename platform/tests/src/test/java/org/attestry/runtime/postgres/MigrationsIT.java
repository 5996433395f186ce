package org.attestry.runtime.postgres;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.attestry.runtime.config.Settings;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.TestServers;
import org.attestry.testkit.servers.Postgres;
import org.attestry.testkit.servers.TestDatabase;
import org.flywaydb.core.api.FlywayException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class MigrationsIT {

  public record DatabaseOnly(PostgresConfig postgres) {}

  @Test
  void aServiceThatMayNotMigrateWaitsUntilTheDatabaseIsMigrated(Vertx vertx) throws Exception {
    TestDatabase database = TestServers.freshDatabase("migrations");
    try (Gate gate = new Gate(database.host(), database.port())) {
      gate.open();
      Map<String, String> settings = new HashMap<>(database.settings());
      settings.put("POSTGRES_PORT", Integer.toString(gate.port()));
      PostgresConfig checking = read(settings, "false");
      Future<Void> checked = Migrations.run(vertx, checking, "test");
      Eventually.isTrue(() -> gate.taken() > 4);
      assertFalse(checked.isComplete());

      Migrations.migrate(checking, "test");

      await(checked);
    }
  }

  @Test
  void aServiceWaitsForADatabaseThatIsNotMadeYet(Vertx vertx) throws Exception {
    Postgres server = TestServers.postgres();
    try (Gate gate = new Gate(server.host(), server.port())) {
      gate.open();
      String name = "later_" + UUID.randomUUID().toString().substring(0, 8);
      PostgresConfig config = read(settings(gate, name), "true");
      Future<Void> migrated = Migrations.run(vertx, config, "test");
      Eventually.isTrue(() -> gate.taken() > 1);
      assertFalse(migrated.isComplete());

      server.createDatabase(name, name, "secret");

      await(migrated);
    }
  }

  private static Map<String, String> settings(Gate gate, String name) {
    return Map.of(
        "POSTGRES_HOST",
        "127.0.0.1",
        "POSTGRES_PORT",
        Integer.toString(gate.port()),
        "POSTGRES_DATABASE",
        name,
        "POSTGRES_USER",
        name,
        "POSTGRES_PASSWORD",
        "secret");
  }

  @Test
  void aServiceWhoseDatabaseHasAnotherShapeDoesNotStart(Vertx vertx) {
    Map<String, String> settings = TestServers.freshDatabase("migrations").settings();
    PostgresConfig config = read(settings, "true");

    assertThrows(FlywayException.class, () -> await(Migrations.run(vertx, config, "broken")));
  }

  @Test
  void aDatabaseMadeByOtherScriptsIsRefused(Vertx vertx) throws Exception {
    TestDatabase database = TestServers.freshDatabase("migrations");
    PostgresConfig config = read(database.settings(), "true");
    await(Migrations.run(vertx, config, "test"));
    await(Migrations.run(vertx, config, "test"));

    database.execute("UPDATE flyway_schema_history SET checksum = checksum + 1");

    assertThrows(FlywayException.class, () -> await(Migrations.run(vertx, config, "test")));
  }

  private static PostgresConfig read(Map<String, String> database, String migrate) {
    Map<String, String> settings = new HashMap<>(database);
    settings.put("POSTGRES_MIGRATE", migrate);
    return Settings.of(settings).read(DatabaseOnly.class).postgres();
  }
}
