package org.attestry.credential.stored;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.IssuedCredential;
import org.attestry.credential.status.StatusPlace;
import org.attestry.credential.stored.PgCredentialStore.Suspension;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Migrations;
import org.attestry.runtime.postgres.PostgresConfig;
import org.attestry.testkit.TestServers;
import org.attestry.testkit.servers.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Credentials that are stored at the same time, in statements that they share. */
class PgNewCredentialsIT {

  private static final int MANY = 100;
  private static final String ISSUER = "did:web:issuer";
  private static final Instant UNTIL = Instant.parse("2100-01-01T00:00:00Z");
  private static final CallContext CALL =
      new CallContext(Caller.NOBODY, "test", Deadline.in(Duration.ofHours(1)), null);

  private final Vertx vertx = Vertx.vertx();
  private final TestDatabase server = TestServers.freshDatabase("credential");
  private Database database;
  private PgNewCredentials store;
  private PgCredentialStore issued;

  /** Settings of the database alone. */
  public record Config(PostgresConfig postgres) {}

  @BeforeEach
  void open() throws Exception {
    PostgresConfig config = Settings.of(server.settings()).read(Config.class).postgres();
    await(Migrations.run(vertx, config, "credential"));
    database = Database.open(vertx, config);
    store = new PgNewCredentials(vertx, database, new Outbox("credential"), () -> {});
    issued =
        new PgCredentialStore(
            database, new Outbox("credential"), () -> {}, Clock.fixed(UNTIL, ZoneOffset.UTC));
    server.execute("INSERT INTO status_list (issuer, key) VALUES ('did:web:issuer', '\\x00')");
  }

  @AfterEach
  void close() throws Exception {
    await(database.close());
    await(vertx.close());
  }

  @Test
  void storesManyWithTheirFactsInFewTransactions() throws Exception {
    List<IssuedCredential> issued = await(all(() -> begun(numbered(0, MANY))));

    assertEquals("urn:0", issued.getFirst().credentialId());
    assertEquals("{\"n\": 99}", issued.getLast().credential().text());
    assertEquals("100", count("issued_credential"));
    assertEquals("100", count("unconfirmed_credential"));
    assertEquals("100", count("outbox"));
    assertEquals("100", server.single("SELECT count(DISTINCT number) FROM issued_credential"));
    String transactions = server.single("SELECT count(DISTINCT xmin::text) FROM issued_credential");
    assertTrue(Integer.parseInt(transactions) <= 6, () -> transactions + " transactions");
  }

  @Test
  void harmsNoneBecauseOfOneThatIsRefusedOrRepeated() throws Exception {
    StoredCredential first = credential(500, "e-500", null);
    await(store.insert(Future.succeededFuture(first), CALL));
    StoredCredential sameSignature = withProof(credential(501, "e-501", null), first.proofHash());
    List<StoredCredential> together = new ArrayList<>(numbered(0, 10));
    together.add(5, sameSignature);
    together.add(repeated(first));
    List<Future<IssuedCredential>> begun = onLoop(() -> begun(together));
    await(Future.join(begun).otherwiseEmpty());

    assertTrue(begun.get(5).failed());
    assertEquals(first.credentialId(), begun.getLast().result().credentialId());
    assertEquals(first.credential(), begun.getLast().result().credential());
    assertEquals(11, begun.stream().filter(Future::succeeded).count());
    assertEquals("11", count("issued_credential"));
    assertEquals("11", count("outbox"));
  }

  @Test
  void suspendsWhatReplacesASuspendedCredentialAndNothingBeside() throws Exception {
    await(all(() -> begun(numbered(0, 10))));
    await(issued.suspend(Ids.next(), new Suspension("e-3", null, null, true, 2, null)));
    await(issued.suspend(Ids.next(), new Suspension("e-7", null, null, true, 4, UNTIL)));
    List<StoredCredential> next = new ArrayList<>();
    for (int number = 0; number < 10; number++) {
      next.add(credential(100 + number, "e-" + number, null));
    }
    next.add(credential(200, "e-3", "policy"));
    await(all(() -> begun(next)));

    assertEquals(
        "e-3 2 ,e-7 4 2100",
        server.single(
            """
            SELECT string_agg(
              concat(entity_id, ' ', suspension_version, ' ', extract(year FROM suspended_until)),
              ',' ORDER BY entity_id)
            FROM issued_credential
            WHERE suspended_at IS NOT NULL AND credential_id IN ('urn:103', 'urn:107')
            """));
    assertEquals(
        "4",
        server.single("SELECT count(*) FROM issued_credential WHERE suspended_at IS NOT NULL"));
    assertEquals(
        "3,7,103,107",
        server.single(
            """
            SELECT string_agg(index::text, ',' ORDER BY index)
            FROM status_segment, generate_series(0, 2047) AS index
            WHERE purpose = 'suspension' AND get_bit(bits, index) = 1
            """));
  }

  @Test
  void keepsPointersWithAnyCharacters() throws Exception {
    List<String> pointers = List.of("/a b", "/q\"\\,{}", "", "/NULL");
    StoredCredential one = disclosing(credential(1, "e-1", null), pointers);
    await(store.insert(Future.succeededFuture(one), CALL));
    CredentialReference stored = await(issued.current("urn:1")).getFirst();
    assertEquals(pointers, await(issued.read(stored.id())).disclosable());
  }

  private String count(String table) throws Exception {
    return server.single("SELECT count(*) FROM " + table);
  }

  private Future<List<IssuedCredential>> all(Callable<List<Future<IssuedCredential>>> begin)
      throws Exception {
    return Future.all(onLoop(begin)).map(done -> done.list());
  }

  /** The store is used on one event loop. */
  private <T> T onLoop(Callable<T> work) throws Exception {
    return await(
        Future.future(
            promise ->
                vertx.runOnContext(
                    loop -> {
                      try {
                        promise.complete(work.call());
                      } catch (Exception e) {
                        promise.fail(e);
                      }
                    })));
  }

  private List<Future<IssuedCredential>> begun(List<StoredCredential> credentials) {
    return credentials.stream()
        .map(one -> store.insert(Future.succeededFuture(one), CALL))
        .toList();
  }

  private static List<StoredCredential> numbered(int from, int to) {
    List<StoredCredential> all = new ArrayList<>();
    for (int number = from; number < to; number++) {
      all.add(credential(number, "e-" + number, null));
    }
    return all;
  }

  private static StoredCredential credential(int number, String entity, String policy) {
    return new StoredCredential(
        Ids.next(),
        "urn:" + number,
        "Student",
        entity,
        policy,
        ISSUER,
        "hash-" + number,
        "proof-" + number,
        "",
        JsonBytes.of("{\"n\": " + number + "}"),
        new StatusPlace(ISSUER, 1, number),
        null,
        Instant.parse("2026-01-02T03:04:05.678Z"),
        null);
  }

  private static StoredCredential withProof(StoredCredential one, String proofHash) {
    return with(one, proofHash, one.credentialId(), one.disclosable());
  }

  private static StoredCredential repeated(StoredCredential one) {
    return with(one, "another proof", "urn:another", one.disclosable());
  }

  private static StoredCredential disclosing(StoredCredential one, List<String> pointers) {
    return with(one, one.proofHash(), one.credentialId(), pointers);
  }

  private static StoredCredential with(
      StoredCredential one, String proofHash, String credentialId, List<String> disclosable) {
    return new StoredCredential(
        one.id(),
        credentialId,
        one.entityType(),
        one.entityId(),
        one.attestationName(),
        one.issuer(),
        one.signedHash(),
        proofHash,
        one.contextDigest(),
        one.credential(),
        null,
        disclosable,
        one.issuedAt(),
        one.suspension());
  }
}
