package org.attestry.registry.credential;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.vertx.core.Vertx;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.registry.credential.PgDueCredentials.DueEntity;
import org.attestry.registry.credential.PgDueCredentials.Refusals;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Migrations;
import org.attestry.runtime.postgres.PostgresConfig;
import org.attestry.testkit.TestServers;
import org.attestry.testkit.servers.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The order in which due credentials are taken, and why they were refused. */
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

  @Test
  void anAttemptThatNeverEndedIsRepeatedAloneOnceAndIsThenParked() {
    insert(0, 2, "now()");
    PgDueCredentials due = new PgDueCredentials(database);
    assertEquals(2, await(due.take(8)).size());
    endLeases();
    assertEquals(List.of(), await(due.take(8)));

    UUID first = await(due.takeAlone()).getFirst().entity();
    endLeases();
    UUID second = await(due.takeAlone()).getFirst().entity();
    assertNotEquals(first, second);
    endLeases();
    assertEquals(List.of(), await(due.takeAlone()));
    assertEquals(List.of(), await(due.take(8)));
    assertEquals(2, await(due.numbers()).getLast());
  }

  @Test
  void anAttemptForWhichTheSignerWasAwayEndedAndOneThatLostItDidNot() {
    insert(0, 2, "now()");
    PgDueCredentials due = new PgDueCredentials(database);
    await(due.take(8));
    await(due.postpone(new UUID(0, 0), 1, false));
    await(due.postpone(new UUID(1, 0), 1, true));
    endLeases();

    assertEquals(new UUID(0, 0), await(due.take(8)).getFirst().entity());
    await(due.postpone(new UUID(0, 0), 1, false));
    assertEquals(new UUID(1, 0), await(due.takeAlone()).getFirst().entity());
    await(due.postpone(new UUID(1, 0), 1, false));
    endLeases();
    assertEquals(new UUID(1, 0), await(due.takeAlone()).getFirst().entity());
  }

  private void endLeases() {
    server.execute("UPDATE due_credential SET due = now()");
  }

  @Test
  void refusalsOfManyPartsAreStoredInShort() {
    insert(0, 1, "now()");
    PgDueCredentials due = new PgDueCredentials(database);
    UUID entity = new UUID(0, 0);
    await(due.refuse(entity, 1, new Refusals(refusals(150), false)));

    Failure second = await(due.refusal(entity, "part-1"));
    assertEquals("Of 1.", second.message());
    assertEquals(10, second.violations().size());
    assertEquals(90, second.moreViolations());
    assertEquals("Of 0.", await(due.refusal(entity, "part-149")).message());

    await(due.refuse(entity, 1, new Refusals(refusals(2), false)));
    assertNull(await(due.refusal(entity, "part-2")));
  }

  private static Map<String, Failure> refusals(int count) {
    List<Violation> hundred = Collections.nCopies(100, new Violation("/a", "date", "Wrong."));
    Map<String, Failure> all = new LinkedHashMap<>();
    for (int part = 0; part < count; part++) {
      all.put(
          "part-" + part,
          new Failure(
              FailureKind.INVALID, "credential.invalid", "Of " + part + ".", hundred, 0, null));
    }
    return all;
  }

  /** How many of the next eight are new, and how many not. */
  private static List<Long> taken(PgDueCredentials due) {
    List<UUID> ids = await(due.take(8)).stream().map(DueEntity::entity).toList();
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
