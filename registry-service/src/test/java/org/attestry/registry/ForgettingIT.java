package org.attestry.registry;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.attestry.registry.imports.PgImportStore;
import org.attestry.registry.revoke.PgRevocationStore;
import org.attestry.registry.stored.AfterWrites;
import org.attestry.registry.stored.StoreLimits;
import org.attestry.runtime.idempotency.RequestTable;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.postgres.Database;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is old goes however much it is, in statements that are each short. */
class ForgettingIT {

  private static final int MOST_AT_ONCE = 10_000;
  private static final Instant OLD = Instant.parse("2001-01-01T00:00:00Z");
  private static final String OLD_IMPORTS =
      """
      INSERT INTO entity_import SELECT %s, 'T', 'anna', true, NULL, false, 9, 0, 0, 0, 9,
        '2000-01-01', '2000-01-01' FROM generate_series(1, %d)
      """;

  @AutoClose private static final RunningRegistry registry = RunningRegistry.start();

  private static Database database;

  @BeforeAll
  static void open() {
    database = Database.open(registry.vertx, registry.config.postgres());
    registry.database.execute(
        """
        CREATE TABLE deletion (rows bigint);
        CREATE FUNCTION note_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN
            INSERT INTO deletion SELECT count(*) FROM gone;
            RETURN NULL;
          END
        $$;
        """);
    for (String table :
        List.of(
            "entity_import_key",
            "entity_import_error",
            "credential_revocation_entity",
            "idempotent_request")) {
      registry.database.execute(
          """
          CREATE TRIGGER note AFTER DELETE ON %s REFERENCING OLD TABLE AS gone
            FOR EACH STATEMENT EXECUTE FUNCTION note_deletion()
          """
              .formatted(table));
    }
  }

  @AfterEach
  void noStatementDeletedMany() {
    String most = registry.database.single("SELECT coalesce(max(rows), 0)::text FROM deletion");
    assertTrue(Integer.parseInt(most) <= MOST_AT_ONCE, most);
  }

  @AfterAll
  static void close() {
    await(database.close());
  }

  @Test
  void manyOldImportsAreForgottenInOneGo() {
    registry.asAdministrator(OLD_IMPORTS.formatted("gen_random_uuid()", 1_000));

    await(imports().forgetBefore(OLD));

    assertEquals("0", count("entity_import WHERE updated_at < '2001-01-01'"));
  }

  @Test
  void oldImportWithMoreErrorsThanOneStatementDeletesIsForgotten() {
    UUID id = UUID.randomUUID();
    registry.asAdministrator(OLD_IMPORTS.formatted("'%s'::uuid".formatted(id), 1));
    registry.asAdministrator(
        """
        INSERT INTO entity_import_error
        SELECT '%s', n, 0, n, '/name', 'required', repeat('m', 100)
        FROM generate_series(1, 25000) AS n
        """
            .formatted(id));

    await(imports().forgetBefore(OLD));

    assertEquals("0", count("entity_import_error WHERE import = '%s'".formatted(id)));
    assertEquals("0", count("entity_import WHERE id = '%s'".formatted(id)));
  }

  @Test
  void dryRunOfMoreRowsThanOneStatementForgetsIsCompleted() {
    UUID id = UUID.randomUUID();
    registry.asAdministrator(OLD_IMPORTS.formatted("'%s'::uuid".formatted(id), 1));
    registry.asAdministrator(
        """
        INSERT INTO entity_import_key
        SELECT '%s', 0, to_jsonb(n), n FROM generate_series(1, 25000) AS n
        """
            .formatted(id));

    assertTrue(await(imports().find(id).compose(imports()::complete)));

    assertEquals("0", count("entity_import_key WHERE import = '%s'".formatted(id)));
  }

  @Test
  void oldRevocationOfMoreEntitiesThanOneStatementDeletesIsForgotten() {
    registry.asAdministrator(
        """
        INSERT INTO credential_revocation
        SELECT '%1$s', 'T', 'anna', 'entity', NULL, false, 25000, '2000-01-01', '2000-01-01';
        INSERT INTO credential_revocation_entity
        SELECT '%1$s', gen_random_uuid(), 1, 1, false FROM generate_series(1, 25000)
        """
            .formatted(UUID.randomUUID()));

    await(new PgRevocationStore(database, null).forgetBefore(OLD));

    assertEquals("0", count("credential_revocation_entity"));
    assertEquals("0", count("credential_revocation"));
  }

  @Test
  void moreOldRequestsThanOneStatementDeletesAreForgotten() {
    registry.asAdministrator(
        """
        INSERT INTO idempotent_request
          (caller, operation, key, digest, attempt, begun_at, held_until)
        SELECT 'anna', 'create', n::text, 'x', gen_random_uuid(), '2000-01-01', '2000-01-01'
        FROM generate_series(1, 25000) AS n
        """);

    await(new RequestTable(database).deleteOld());

    assertEquals("0", count("idempotent_request"));
  }

  private static PgImportStore imports() {
    return new PgImportStore(
        database,
        new Outbox("registry"),
        new AfterWrites(() -> {}, () -> {}),
        new StoreLimits(8_000_000, 4_000_000));
  }

  private static String count(String what) {
    return registry.database.single("SELECT count(*)::text FROM " + what);
  }
}
