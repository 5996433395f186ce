package org.attestry.credential.status;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import org.attestry.credential.stored.PgCredentialStore;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Migrations;
import org.attestry.runtime.postgres.PostgresConfig;
import org.attestry.testkit.TestServers;
import org.attestry.testkit.servers.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Taking entries, revoking, suspending and reading a status cost the same however many credentials
 * there are: the pages that a statement looks at, which do not depend on the load of the machine,
 * are compared at a thousand and at many generated credentials ({@code
 * -Dattestry.status.credentials=5000000}, by default 40,000).
 */
class StatusSqlIT {

  private static final String ISSUER = "did:web:issuer";
  private static final String SUITE = "RsaSignature2018";
  private static final int FEW = 1_000;
  private static final int MANY = Integer.getInteger("attestry.status.credentials", 40_000);

  private static final OffsetDateTime NOW =
      OffsetDateTime.of(2027, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);

  /** An index of millions of entries has two levels more than one of a thousand. */
  private static final int MORE_PAGES = 24;

  /** Settings of the database alone. */
  public record Config(PostgresConfig postgres) {}

  private final Vertx vertx = Vertx.vertx();
  private final TestDatabase server = TestServers.freshDatabase("credential");
  private Database database;

  @BeforeEach
  void open() {
    PostgresConfig config = Settings.of(server.settings()).read(Config.class).postgres();
    await(Migrations.run(vertx, config, "credential"));
    database = Database.open(vertx, config);
  }

  @AfterEach
  void close() {
    await(database.close());
    await(vertx.close());
  }

  @Test
  void statementsLookAtNoMorePagesWhereThereAreMoreCredentials() throws Exception {
    insert(rows(1, FEW));
    Map<String, Integer> few = pages(database, FEW / 2);
    insert(rows(FEW + 1, MANY));
    Map<String, Integer> many = pages(database, MANY / 2);

    System.out.printf("pages of %d credentials: %s; of %d: %s%n", FEW, few, MANY, many);
    assertNoMorePages(few, many);
  }

  /** Each change of an entity leaves a revoked credential, which may have the id of the next. */
  @Test
  void statementsPassOverWhatWasRevokedBefore() throws Exception {
    insert(rows(1, MANY));
    insert(revoked(1, 10));
    Map<String, Integer> few = pagesOfOne(database);
    insert(revoked(11, MANY / 2));
    Map<String, Integer> many = pagesOfOne(database);

    System.out.printf("pages after 10 revocations: %s; after %d: %s%n", few, MANY / 2, many);
    assertNoMorePages(few, many);
  }

  /** Otherwise one small request would read all of them. */
  @Test
  void anIdThatManyLargeCredentialsShareIsLookedUpWithoutTheirTexts() {
    insert(large(20));

    long bytes = 0;
    int hashed = 0;
    for (Row row :
        await(database.shortReads(PgCredentialStore.CURRENT).execute(Tuple.of("urn:large")))) {
      for (int column = 0; column < row.size(); column++) {
        bytes += String.valueOf(row.getValue(column)).length();
      }
      hashed += row.getString("digest") == null ? 0 : 1;
    }

    assertTrue(bytes < 20_000, bytes + " bytes");
    assertEquals(2, hashed);
  }

  /** Inserts this many entities, each with a text of 900 KB. */
  private static String large(int number) {
    return """
    INSERT INTO issued_credential (
      id, credential_id, entity_type, entity_id, issuer, signed_hash, proof_hash, context_digest,
      credential, issued_at)
    SELECT gen_random_uuid(), 'urn:large', 'Student', 'large-' || n, '%s', md5('lh' || n),
      md5('lp' || n), '', repeat(' ', 900000), now()
    FROM generate_series(1, %d) AS n;
    """
        .formatted(ISSUER, number);
  }

  private void insert(String sql) {
    server.execute(sql);
    server.execute("ANALYZE");
  }

  private static void assertNoMorePages(Map<String, Integer> few, Map<String, Integer> many) {
    many.forEach(
        (statement, pages) ->
            assertTrue(
                pages <= few.get(statement) + MORE_PAGES,
                () -> statement + ": " + pages + " pages, not " + few.get(statement)));
  }

  /** Credentials of one entity and one id. */
  private static String revoked(int from, int to) {
    return """
    INSERT INTO issued_credential (
      id, credential_id, entity_type, entity_id, issuer, signed_hash, proof_hash, context_digest,
      credential, issued_at, revoked_at)
    SELECT gen_random_uuid(), 'urn:one', 'Student', 'one', '%s', md5('rh' || n), md5('rp' || n),
      '', '{}', now(), now()
    FROM generate_series(%d, %d) AS n;
    """
        .formatted(ISSUER, from, to);
  }

  private static Map<String, Integer> pagesOfOne(Database database) throws Exception {
    Map<String, Integer> pages = new LinkedHashMap<>();
    pages.put(
        "suspend", pages(database, SuspensionSql.SUSPEND, Tuple.of("one", null, null, 2L, null)));
    pages.put(
        "revoke",
        pages(database, PgCredentialStore.REVOKE, Tuple.of("one", null, true, "u", null)));
    pages.put("current", pages(database, PgCredentialStore.CURRENT, Tuple.of("urn:one")));
    pages.put(
        "valid",
        pages(database, PgCredentialStore.VALID, Tuple.of("urn:one", "{}", ISSUER + "#key-1")));
    return pages;
  }

  /** Credentials, and a list with all of its segments for each thousand of them. */
  private static String rows(int from, int to) {
    return """
    INSERT INTO status_list (issuer, suite, key, taken, open)
    SELECT '%3$s', '%4$s', decode(repeat('00', 32), 'hex'), 131072, false
    FROM generate_series(1 + (%1$d - 1) / 1000, %2$d / 1000);
    INSERT INTO status_list (issuer, suite, key, open, filling)
    VALUES ('%3$s', '%4$s', decode(repeat('00', 32), 'hex'), false, true)
    ON CONFLICT (issuer, suite) WHERE filling DO NOTHING;
    INSERT INTO issued_credential (
      id, credential_id, entity_type, entity_id, issuer, signed_hash, proof_hash, context_digest,
      credential, issued_at, status_list, status_index)
    SELECT gen_random_uuid(), 'urn:' || n, 'Student', 'e-' || n, '%3$s', md5('h' || n),
      md5('p' || n), '', '{}', now(), 1 + n / 131072, n %% 131072
    FROM generate_series(%1$d, %2$d) AS n;
    INSERT INTO status_segment (list, purpose, segment, bits, version)
    SELECT list.id, purpose, segment, 0::bit (2048), 1
    FROM status_list list, unnest(ARRAY['revocation', 'suspension']) AS purpose,
      generate_series(0, 63) AS segment
    ON CONFLICT DO NOTHING;
    """
        .formatted(from, to, ISSUER, SUITE);
  }

  private static Map<String, Integer> pages(Database database, int number) throws Exception {
    String entity = "e-" + number;
    String id = "urn:" + number;
    Map<String, Integer> pages = new LinkedHashMap<>();
    pages.put("reserve", pages(database, PgStatusStore.RESERVE, Tuple.of(ISSUER, 64, SUITE)));
    pages.put(
        "suspend", pages(database, SuspensionSql.SUSPEND, Tuple.of(entity, null, null, 2L, NOW)));
    pages.put("end", pages(database, SuspensionSql.END, Tuple.of(1L, NOW)));
    pages.put(
        "reinstate", pages(database, SuspensionSql.REINSTATE, Tuple.of(entity, null, null, 3L)));
    pages.put(
        "find",
        pages(
            database,
            PgCredentialStore.FIND,
            Tuple.of(id, "unknown", "unknown", ISSUER + "#key-1", NOW)));
    pages.put(
        "revoke",
        pages(database, PgCredentialStore.REVOKE, Tuple.of(entity, id, false, "u", null)));
    pages.put(
        "bits",
        pages(
            database,
            PgStatusStore.BITS,
            Tuple.tuple().addLong(1L).addArrayOfString(new String[] {"suspension"})));
    return pages;
  }

  /** Blocks of tables and indexes that the statement looked at when it was executed. */
  private static int pages(Database database, String sql, Tuple values) throws Exception {
    String explain = "EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) " + sql;
    Object plan = await(database.writes(explain).execute(values)).iterator().next().getValue(0);
    JsonObject root = new JsonArray(plan.toString()).getJsonObject(0).getJsonObject("Plan");
    return root.getInteger("Shared Hit Blocks") + root.getInteger("Shared Read Blocks");
  }
}
