package org.attestry.credential;

import static org.attestry.contracts.credential.CredentialOperations.ISSUE_CREDENTIAL;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.io.ByteArrayInputStream;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.zip.GZIPInputStream;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.IssueCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.IssuedCredential;
import org.attestry.contracts.credential.CredentialOperations.ReadStatusListRequest;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.Suspension;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.registry.CredentialReinstated;
import org.attestry.contracts.registry.CredentialSuspended;
import org.attestry.contracts.registry.CredentialWithdrawn;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.credential.status.Bitstring;
import org.attestry.credential.status.IndexPermutation;
import org.attestry.runtime.identifier.Sha256;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.outbox.Facts;
import org.attestry.testkit.Calls;
import org.attestry.testkit.servers.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Status lists (W3C Bitstring Status List v1.0) of stored credentials, on two replicas. */
class StatusListIT {

  private static final String BASE = "https://registry.example:8081";
  private static final String CONTEXT = "https://www.w3.org/ns/credentials/status/v1";
  private static final String DID = "did:web:registry.example%3A8081";
  private static final int MANY = 10_000;
  private static final int CONCURRENT = 64;

  private static TestDatabase database;
  private static RunningService service;
  private static RunningService replica;

  private static final Instant LATER = Instant.parse("2100-01-01T00:00:00Z");

  private final String entityId = UUID.randomUUID().toString();

  @BeforeAll
  static void start() throws Exception {
    database = RunningService.migratedDatabase();
    service = RunningService.start(database, Map.of("PUBLIC_URL", BASE));
    replica = RunningService.start(database, Map.of("PUBLIC_URL", BASE));
  }

  @AfterAll
  static void stop() throws Exception {
    replica.stop();
    service.stop();
  }

  @Test
  void storedCredentialsHaveAnEntryOfEachPurpose() throws Exception {
    JsonNode credential = Json.read(issue(template()).credential());

    assertEquals(CONTEXT, credential.at("/@context/1").textValue());
    assertEquals(2, credential.get("credentialStatus").size());
    String index = credential.at("/credentialStatus/0/statusListIndex").textValue();
    for (int i = 0; i < 2; i++) {
      String purpose = List.of("revocation", "suspension").get(i);
      JsonNode entry = credential.get("credentialStatus").get(i);
      String list = entry.get("statusListCredential").textValue();
      assertTrue(list.matches(BASE + "/status-lists/[0-9]+/" + purpose), list);
      assertEquals(
          Json.read(
              """
              {"id": "%1$s#%2$s", "type": "BitstringStatusListEntry", "statusPurpose": "%3$s",
               "statusListIndex": "%2$s", "statusListCredential": "%1$s"}
              """
                  .formatted(list, index, purpose)),
          entry);
    }
    VerificationView view = verify(service, credential);
    assertEquals(
        Set.of("proof OK", "issuer OK", "revocation OK", "suspension OK", "expiry OK"),
        checks(view));
    assertTrue(view.verified());
  }

  @Test
  void credentialsOfTheDataModelTwoNeedNoMoreContext() throws Exception {
    ObjectNode template = template();
    template.putArray("@context").add("https://www.w3.org/ns/credentials/v2");
    template.remove("issuanceDate");

    JsonNode credential = Json.read(issue(template).credential());

    assertFalse(credential.get("@context").toString().contains(CONTEXT));
    assertEquals(2, credential.get("credentialStatus").size());
    assertTrue(verify(service, credential).verified());
  }

  @Test
  void noEntryIsAddedWhereTheTemplateSaysSo() throws Exception {
    JsonNode credential = Json.read(issue(template().put("credentialStatus", false)).credential());

    assertFalse(credential.has("credentialStatus"));
    assertFalse(credential.get("@context").toString().contains(CONTEXT));
    assertEquals(
        Set.of("proof OK", "issuer OK", "revocation OK", "expiry OK"),
        checks(verify(service, credential)));
  }

  @Test
  void credentialsThatAreNotStoredHaveNoEntry() throws Exception {
    JsonNode signed =
        Json.read(
            service
                .request(
                    CredentialOperations.SIGN_CREDENTIAL,
                    new SignCredentialRequest(JsonBytes.of("{}"), Json.write(template())),
                    RunningService.SOMEBODY)
                .credential());

    assertFalse(signed.has("credentialStatus"));
  }

  @Test
  void anIssuerThatATemplateNamesHasListsOfItsOwn() throws Exception {
    String issuer = DID + ":issuers:" + UUID.randomUUID();
    JsonNode first = Json.read(issue(template().put("issuer", issuer)).credential());
    JsonNode second = Json.read(issue(template().put("issuer", issuer)).credential());
    JsonNode ours = Json.read(issue(template()).credential());

    assertEquals(list(first, 0), list(second, 0));
    assertNotEquals(list(first, 0), list(ours, 0));
    assertEquals(issuer, read(service, list(first, 0)).get("issuer").textValue());
    assertTrue(verify(service, first).verified());
  }

  /** Verifiers of a credential have its suite, and may have no other. */
  @Test
  void aListIsSecuredByTheSuiteOfItsCredentials() throws Exception {
    Set<String> lists = new HashSet<>();
    for (String suite :
        List.of("eddsa-rdfc-2022", "eddsa-jcs-2022", "ecdsa-rdfc-2019", "Ed25519Signature2020")) {
      ObjectNode template = template();
      ObjectNode proof = template.putObject("proof");
      if (suite.startsWith("e")) {
        proof.put("type", "DataIntegrityProof").put("cryptosuite", suite);
      } else {
        proof.put("type", suite);
      }
      JsonNode credential = Json.read(issue(template).credential());
      JsonNode list = read(service, list(credential, 0));

      for (String member : List.of("type", "cryptosuite", "verificationMethod")) {
        assertEquals(credential.at("/proof/" + member), list.at("/proof/" + member), suite);
      }
      assertTrue(verify(replica, list).verified());
      assertTrue(verify(replica, credential).verified());
      lists.add(list(credential, 0));
    }
    JsonNode byDefault = Json.read(issue(template()).credential());
    assertEquals(
        "RsaSignature2018", read(service, list(byDefault, 0)).at("/proof/type").textValue());
    lists.add(list(byDefault, 0));
    assertEquals(5, lists.size());
  }

  /** The list is stored as by a version whose lists had no suite. */
  @Test
  void aListFromBeforeListsHadASuiteServesItsEntriesAndTakesNoMore() throws Exception {
    IssuedCredential issued = issue(template());
    JsonNode before = Json.read(issued.credential());
    String number = list(before, 0).replaceAll(".*/status-lists/([0-9]+)/.*", "$1");
    database.execute(
        "UPDATE status_list SET suite = NULL, open = true, filling = false WHERE id = %s"
            .formatted(number));
    RunningService next = RunningService.start(database, Map.of("PUBLIC_URL", BASE));
    try {
      assertTrue(verify(next, Json.read(issued.credential())).verified());
      deliver(next, withdrawal(entityId, issued.credentialId()));
      JsonNode list = read(next, list(before, 0));
      assertTrue(bits(list).get(index(before)));
      assertEquals("RsaSignature2018", list.at("/proof/type").textValue());

      JsonNode after =
          Json.read(
              next.request(
                      CredentialOperations.ISSUE_CREDENTIAL, issuing(template()), Caller.NOBODY)
                  .credential());
      assertNotEquals(list(before, 0), list(after, 0));
    } finally {
      next.stop();
    }
  }

  @Test
  void theListIsASignedCredentialOfTheIssuer() throws Exception {
    JsonNode credential = Json.read(issue(template()).credential());
    JsonNode list = read(service, list(credential, 0));

    assertEquals(list(credential, 0), list.get("id").textValue());
    assertEquals(DID, list.get("issuer").textValue());
    assertEquals("BitstringStatusListCredential", list.at("/type/1").textValue());
    assertEquals("BitstringStatusList", list.at("/credentialSubject/type").textValue());
    assertEquals("revocation", list.at("/credentialSubject/statusPurpose").textValue());
    assertEquals(300_000, list.at("/credentialSubject/ttl").intValue());
    assertEquals(131_072 / 8, bytes(list).length);
    assertTrue(verify(replica, list).verified());
  }

  @Test
  void anAcknowledgedRevocationIsSeenByTheNextVerificationAndTheNextReadOnAnyReplica()
      throws Exception {
    IssuedCredential issued = issue(template());
    JsonNode credential = Json.read(issued.credential());
    int index = index(credential);
    for (RunningService any : List.of(service, replica)) {
      assertFalse(bits(read(any, list(credential, 0))).get(index));
    }

    deliver(service, withdrawal(entityId, issued.credentialId()));

    for (RunningService any : List.of(replica, service)) {
      VerificationView view = verify(any, credential);
      assertTrue(checks(view).contains("revocation NOK"), () -> view.toString());
      assertTrue(bits(read(any, list(credential, 0))).get(index));
      assertFalse(bits(read(any, list(credential, 1))).get(index));
    }
  }

  @Test
  void suspensionAndReinstatementAreSeenByTheNextVerificationAndTheNextReadOnAnyReplica()
      throws Exception {
    JsonNode credential = Json.read(issue(template()).credential());
    for (int round = 0; round < 2; round++) {
      deliver(service, suspension(2 + 2 * round));
      assertSuspended(true, credential);
      deliver(replica, reinstatement(3 + 2 * round));
      assertSuspended(false, credential);
    }
  }

  @Test
  void aSuspensionThatArrivesAfterALaterReinstatementChangesNothing() throws Exception {
    JsonNode credential = Json.read(issue(template()).credential());

    deliver(service, reinstatement(3));
    deliver(service, suspension(2));

    assertSuspended(false, credential);
  }

  @Test
  void whatReplacesASuspendedCredentialIsSuspendedToo() throws Exception {
    IssuedCredential before = issue(template());
    deliver(service, suspension(2));
    JsonNode after = Json.read(issue(template()).credential());
    deliver(service, withdrawal(entityId, before.credentialId()));

    assertSuspended(true, after);
    deliver(service, reinstatement(4));
    assertSuspended(false, after);
    assertEquals("revoked", reason(verify(service, Json.read(before.credential())), "revocation"));
  }

  /** Only time passes between the end of a suspension and the next verification. */
  @Test
  void aSuspensionEndsByItselfAndTheNextListIsWithoutItsBit() throws Exception {
    JsonNode credential = Json.read(issue(template()).credential());

    deliver(service, suspension(2, null, LATER));
    assertSuspended(true, credential);

    deliver(service, suspension(3, null, Instant.EPOCH));
    assertSuspended(false, credential);
  }

  @Test
  void theCredentialOfAnAttestationIsSuspendedAlone() throws Exception {
    JsonNode content = Json.read(issue(template()).credential());
    IssuedCredential other = service.request(ISSUE_CREDENTIAL, attested(null), Caller.NOBODY);
    IssuedCredential issued = service.request(ISSUE_CREDENTIAL, attested(null), Caller.NOBODY);

    deliver(service, suspension(2, issued, null));
    assertSuspended(true, Json.read(issued.credential()));
    assertSuspended(false, Json.read(other.credential()));
    assertSuspended(false, content);

    deliver(replica, reinstatement(3, issued));
    assertSuspended(false, Json.read(issued.credential()));
  }

  @Test
  void aCredentialIsIssuedSuspendedWhereTheRegistrySaysSo() throws Exception {
    for (Instant until : Arrays.asList(null, LATER)) {
      IssuedCredential issued =
          service.request(ISSUE_CREDENTIAL, attested(new Suspension(5, until)), Caller.NOBODY);
      JsonNode credential = Json.read(issued.credential());
      assertSuspended(true, credential);
      deliver(service, reinstatement(4, issued));
      assertSuspended(true, credential);
      deliver(service, reinstatement(6, issued));
      assertSuspended(false, credential);
    }
  }

  private IssueCredentialRequest attested(Suspension suspension) {
    return new IssueCredentialRequest(
        "Student", entityId, "policy", Json.write(template()), JsonBytes.of("{}"), suspension);
  }

  /** Facts of credentials are stored last. */
  private static final String FACTS_WAIT =
      """
      CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(18);
        RETURN NEW;
      END $$;
      CREATE TRIGGER waits BEFORE INSERT ON outbox
      FOR EACH ROW EXECUTE FUNCTION wait_for_test();
      """;

  /** The next credential is stored but not committed when the suspension comes. */
  @Test
  void aSuspensionDuringTheIssueOfTheNextCredentialSuspendsThatToo() throws Exception {
    issue(template());
    Future<IssuedCredential> issuing;
    Future<?> suspending;
    database.execute(FACTS_WAIT);
    try (Connection holder = database.connect();
        Statement statement = holder.createStatement()) {
      statement.execute("SELECT pg_advisory_lock(18)");
      issuing =
          service.begin(CredentialOperations.ISSUE_CREDENTIAL, issuing(template()), Caller.NOBODY);
      service.eventually(() -> waits("issued_credential"));
      suspending = replica.begin(Fact.deliveryTo("credential"), suspension(2), Caller.NOBODY);
      Future<?> begun = suspending;
      service.eventually(() -> begun.isComplete() || waits("FOR UPDATE"));
    } finally {
      database.execute("DROP TRIGGER waits ON outbox");
    }
    await(suspending);

    assertSuspended(true, Json.read(await(issuing).credential()));
  }

  /** Whether a statement with that text waits for a lock. */
  private static boolean waits(String text) {
    return !database
        .query(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
                + " AND wait_event_type = 'Lock' AND position(? IN query) > 0"
                + " AND pid <> pg_backend_pid()",
            text)
        .isEmpty();
  }

  private void assertSuspended(boolean suspended, JsonNode credential) throws Exception {
    for (RunningService any : List.of(service, replica)) {
      VerificationView view = verify(any, credential);
      assertEquals(!suspended, view.verified());
      assertEquals(suspended ? "suspended" : null, reason(view, "suspension"));
      assertEquals(null, reason(view, "revocation"));
      assertEquals(suspended, bits(read(any, list(credential, 1))).get(index(credential)));
    }
  }

  private Fact suspension(long version) {
    return suspension(version, null, null);
  }

  private Fact suspension(long version, IssuedCredential credential, Instant until) {
    CredentialSuspended data =
        new CredentialSuspended(
            "Student", entityId, version, "u", id(credential), digest(credential), until);
    return Facts.of(RegistryFacts.CREDENTIAL_SUSPENDED, entityId, data, Calls.byNobody());
  }

  private Fact reinstatement(long version) {
    return reinstatement(version, null);
  }

  private Fact reinstatement(long version, IssuedCredential credential) {
    CredentialReinstated data =
        new CredentialReinstated(
            "Student", entityId, version, "u", id(credential), digest(credential));
    return Facts.of(RegistryFacts.CREDENTIAL_REINSTATED, entityId, data, Calls.byNobody());
  }

  private static String id(IssuedCredential credential) {
    return credential == null ? null : credential.credentialId();
  }

  private static String digest(IssuedCredential credential) {
    return credential == null ? null : Sha256.hex(credential.credential().text());
  }

  @Test
  void aListThatHasNotChangedIsNotSignedAgain() throws Exception {
    JsonNode credential = Json.read(issue(template()).credential());

    assertEquals(read(service, list(credential, 0)), read(replica, list(credential, 0)));
  }

  /** The row of the credential may be gone: the bit decides as well. */
  @Test
  void theBitOfOurListDecidesOnACredentialThatIsNotStored() throws Exception {
    IssuedCredential issued = issue(template());
    JsonNode credential = Json.read(issued.credential());
    deliver(service, withdrawal(entityId, issued.credentialId()));
    database.execute(
        """
        DELETE FROM revoked_credential WHERE credential_id = '%1$s';
        DELETE FROM unconfirmed_credential USING issued_credential issued
        WHERE issued.id = unconfirmed_credential.id AND issued.credential_id = '%1$s';
        DELETE FROM issued_credential WHERE credential_id = '%1$s';
        """
            .formatted(issued.credentialId()));

    VerificationView view = verify(replica, credential);

    assertEquals("revoked", reason(view, "revocation"));
  }

  @Test
  void entriesThatCannotBeReadAreUnknownWithAReason() throws Exception {
    JsonNode ours = Json.read(issue(template()).credential());
    String list = list(ours, 0);

    assertUnknown("status.list-foreign", "https://other.example/lists/1", "revocation", "7");
    assertUnknown("status.list-unknown", BASE + "/status-lists/999999/revocation", null, "7");
    assertUnknown("status.list-unknown", BASE + "/status-lists/x", "revocation", "7");
    assertUnknown("status.list-unknown", list, "revocation", "131072");
    assertUnknown("status.list-unknown", list(ours, 1), "revocation", "7");
  }

  /** Verifiers check the purposes that they know (Bitstring Status List v1.0, section 3.2). */
  @Test
  void anEntryOfAnotherPurposeIsPassedOver() throws Exception {
    VerificationView view = withEntry("https://other.example/lists/1", "refresh", "7");

    assertTrue(view.verified());
    assertEquals(List.of(), view.checks().stream().filter(one -> one.reason() != null).toList());
  }

  @Test
  void anEntryInTheListOfAnotherIssuerIsUnknown() throws Exception {
    String issuer = DID + ":issuers:" + UUID.randomUUID();
    JsonNode other = Json.read(issue(template().put("issuer", issuer)).credential());

    assertUnknown("status.list-unknown", list(other, 0), "revocation", "7");
  }

  @Test
  void aListThatWasNeverMadeIsNotFound() {
    for (String[] name : new String[][] {{"999999", "revocation"}, {"1", "other"}, {"x", "y"}}) {
      FailureException failure =
          assertThrows(
              FailureException.class,
              () ->
                  service.request(
                      CredentialOperations.READ_STATUS_LIST,
                      new ReadStatusListRequest(name[0], name[1]),
                      Caller.NOBODY));
      assertEquals(FailureKind.NOT_FOUND, failure.failure().kind());
    }
  }

  @Test
  void concurrentIssuesOnTwoReplicasShareNoIndex() throws Exception {
    List<Future<IssuedCredential>> begun = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      begun.add(
          (i % 2 == 0 ? service : replica)
              .begin(
                  CredentialOperations.ISSUE_CREDENTIAL,
                  issuing(template()),
                  RunningService.ADMIN));
    }
    Set<String> entries = new HashSet<>();
    for (Future<IssuedCredential> one : begun) {
      JsonNode credential = Json.read(await(one).credential());
      entries.add(credential.at("/credentialStatus/0/id").textValue());
    }
    assertEquals(200, entries.size());
  }

  @Test
  void sixtyFourConcurrentRevocationsOverTenThousandCredentialsLoseNoBit() throws Exception {
    long list = 100_000;
    String issuer = DID;
    IndexPermutation permutation = new IndexPermutation(new byte[32]);
    insertMany(list, issuer, permutation);
    Set<Integer> revoked = revokeEveryOther(permutation);

    BitSet bits = bits(read(replica, BASE + "/status-lists/" + list + "/revocation"));

    for (int index = 0; index < Bitstring.LENGTH; index++) {
      assertEquals(revoked.contains(index), bits.get(index), "the bit " + index);
    }
  }

  /** The statement of an earlier version, which needs an index that the migration must keep. */
  @Test
  void aReplicaOfTheReleaseBeforeMakesListsWhileNewOnesAreFilled() throws Exception {
    issue(template());
    String former =
        """
        INSERT INTO status_list (issuer, key) VALUES ('did:web:former.example', '')
        ON CONFLICT (issuer) WHERE open DO NOTHING
        """;
    database.execute(former);
    database.execute(former);
    assertEquals(
        "[1]",
        database.query("SELECT count(*) FROM status_list WHERE issuer LIKE '%former%'").toString());
  }

  private static void insertMany(long list, String issuer, IndexPermutation permutation)
      throws Exception {
    StringBuilder rows = new StringBuilder();
    for (int number = 0; number < MANY; number++) {
      rows.append(number == 0 ? "" : ", ")
          .append("(%d, %d)".formatted(number, permutation.indexOf(number)));
    }
    database.execute(
        """
        INSERT INTO status_list (id, issuer, key, taken, open) OVERRIDING SYSTEM VALUE
        VALUES (%1$d, '%2$s', '', 131072, false);
        INSERT INTO issued_credential (
          id, credential_id, entity_type, entity_id, issuer, signed_hash, proof_hash,
          context_digest, credential, issued_at, status_list, status_index)
        SELECT gen_random_uuid(), 'many:' || number, 'Student', 'many-' || number, '%2$s',
          'h' || number, 'p' || number, '', '{}', now(), %1$d, index
        FROM (VALUES %3$s) AS generated (number, index)
        """
            .formatted(list, issuer, rows));
  }

  private static Set<Integer> revokeEveryOther(IndexPermutation permutation) throws Exception {
    Semaphore free = new Semaphore(CONCURRENT);
    Set<Integer> revoked = new HashSet<>();
    List<Future<?>> begun = new ArrayList<>();
    for (int number = 0; number < MANY; number += 2) {
      free.acquire();
      Fact fact = withdrawal("many-" + number, "many:" + number);
      begun.add(
          (number % 4 == 0 ? service : replica)
              .begin(Fact.deliveryTo("credential"), fact, Caller.NOBODY)
              .onComplete(done -> free.release()));
      revoked.add(permutation.indexOf(number));
    }
    await(Future.join(begun));
    return revoked;
  }

  private void assertUnknown(String reason, String list, String purpose, String index)
      throws Exception {
    VerificationView view = withEntry(list, purpose == null ? "revocation" : purpose, index);

    assertEquals(reason, reason(view, "revocation"), list);
    assertFalse(view.verified());
  }

  private VerificationView withEntry(String list, String purpose, String index) throws Exception {
    ObjectNode template = template();
    template.withArray("@context").add(CONTEXT);
    template
        .putObject("credentialStatus")
        .put("id", list + "#" + index)
        .put("type", "BitstringStatusListEntry")
        .put("statusPurpose", purpose)
        .put("statusListIndex", index)
        .put("statusListCredential", list);
    return verify(service, Json.read(issue(template).credential()));
  }

  private static ObjectNode template() {
    return (ObjectNode)
        Json.read(
            """
            {
              "@context": ["https://www.w3.org/2018/credentials/v1"],
              "type": ["VerifiableCredential"],
              "issuanceDate": "2026-01-02T03:04:05Z",
              "credentialSubject": {"type": "Person", "name": "Ada"}
            }
            """);
  }

  private IssueCredentialRequest issuing(JsonNode template) {
    return new IssueCredentialRequest(
        "Student", entityId, null, Json.write(template), JsonBytes.of("{}"));
  }

  private IssuedCredential issue(JsonNode template) throws Exception {
    return service.request(CredentialOperations.ISSUE_CREDENTIAL, issuing(template), Caller.NOBODY);
  }

  private static VerificationView verify(RunningService any, JsonNode credential) throws Exception {
    return any.request(
        CredentialOperations.VERIFY_CREDENTIAL,
        new VerifyCredentialRequest(Json.write(credential)),
        Caller.NOBODY);
  }

  private static void deliver(RunningService any, Fact fact) throws Exception {
    any.request(Fact.deliveryTo("credential"), fact, Caller.NOBODY);
  }

  private static Fact withdrawal(String entityId, String credentialId) {
    return Facts.of(
        RegistryFacts.CREDENTIAL_WITHDRAWN,
        entityId,
        new CredentialWithdrawn(
            "Student", entityId, credentialId, null, "u", CredentialWithdrawn.Reason.REVOKED),
        Calls.byNobody());
  }

  private static String list(JsonNode credential, int entry) {
    return credential.at("/credentialStatus/" + entry + "/statusListCredential").textValue();
  }

  private static int index(JsonNode credential) {
    return Integer.parseInt(credential.at("/credentialStatus/0/statusListIndex").textValue());
  }

  private static JsonNode read(RunningService any, String address) throws Exception {
    String[] path = address.substring((BASE + "/status-lists/").length()).split("/");
    return Json.read(
        any.request(
                CredentialOperations.READ_STATUS_LIST,
                new ReadStatusListRequest(path[0], path[1]),
                Caller.NOBODY)
            .document());
  }

  private static byte[] bytes(JsonNode list) throws Exception {
    String encoded = list.at("/credentialSubject/encodedList").textValue();
    assertEquals('u', encoded.charAt(0));
    byte[] zipped = Base64.getUrlDecoder().decode(encoded.substring(1));
    return new GZIPInputStream(new ByteArrayInputStream(zipped)).readAllBytes();
  }

  /** Returns the bits by index: index 0 is the most significant bit of the first byte. */
  private static BitSet bits(JsonNode list) throws Exception {
    byte[] bytes = bytes(list);
    BitSet bits = new BitSet();
    for (int index = 0; index < bytes.length * Byte.SIZE; index++) {
      int byteOfBit = bytes[index / Byte.SIZE];
      bits.set(index, (byteOfBit >> (Byte.SIZE - 1 - index % Byte.SIZE) & 1) == 1);
    }
    return bits;
  }

  private static Set<String> checks(VerificationView view) {
    return Set.copyOf(
        view.checks().stream().map(check -> check.check() + " " + check.status()).toList());
  }

  private static String reason(VerificationView view, String name) {
    return view.checks().stream()
        .filter(check -> check.check().equals(name))
        .findFirst()
        .orElseThrow()
        .reason();
  }
}
