package org.attestry.registry.store;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.Vertx;
import java.util.List;
import java.util.UUID;
import org.attestry.registry.domain.credential.DueCredentials.Due;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Migrations;
import org.attestry.runtime.postgres.PostgresConfig;
import org.attestry.testkit.TestServers;
import org.attestry.testkit.servers.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The order in which due credentials are taken. */
class PgDueCredentialsIT {

  private final Vertx vertx = Vertx.vertx();
  private final TestDatabase server = TestServers.freshDatabase("registry");
  private Database database;

  /** Settings of the database alone. */
  public record Config(PostgresConfig postgres) {}

  @BeforeEach
  void open() {
    PostgresConfig config = Settings.of(server.settings()).read(Config.class).postgres();
    await(Migrations.run(vertx, config, "registry"));
    database = Database.open(vertx, config);
  }

  @AfterEach
  void close() {
    await(database.close());
    await(vertx.close());
  }

  @Test
  void whatIsDueForTheFirstTimeDoesNotWaitBehindWhatIsTriedAgain() {
    insert(1, 12, "now() - interval '1 hour'");
    insert(0, 10, "now()");
    PgDueCredentials due = new PgDueCredentials(database);

    assertEquals(List.of(6L, 2L), taken(due));
    assertEquals(List.of(4L, 4L), taken(due));
    assertEquals(List.of(0L, 6L), taken(due));
    assertEquals(List.of(0L, 0L), taken(due));
  }

  /** How many of the next eight are new, and how many not. */
  private static List<Long> taken(PgDueCredentials due) {
    List<UUID> ids = await(due.take(8)).stream().map(Due::entity).toList();
    long again = ids.stream().filter(id -> id.getLeastSignificantBits() == 1).count();
    return List.of(ids.size() - again, again);
  }

  private void insert(int attempts, int count, String due) {
    for (int i = 0; i < count; i++) {
      server.execute(
          """
          INSERT INTO due_credential (entity_id, type, version, since, due, attempts)
          VALUES ('%s', 0, 1, now(), %s, %d)
          """
              .formatted(new UUID(i, attempts), due, attempts));
    }
  }
}
