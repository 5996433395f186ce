package org.attestry.credential;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.math.BigInteger;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.IssueCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadDidDocumentRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadStatusListRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadTokenStatusListRequest;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.credential.IssuerOperations;
import org.attestry.contracts.credential.IssuerOperations.CreateIssuerRequest;
import org.attestry.contracts.credential.IssuerOperations.DisableIssuerRequest;
import org.attestry.contracts.credential.IssuerOperations.EnableIssuerRequest;
import org.attestry.contracts.credential.IssuerOperations.ImportKeyRequest;
import org.attestry.contracts.credential.IssuerOperations.IssuerDetails;
import org.attestry.contracts.credential.IssuerOperations.IssuerView;
import org.attestry.contracts.credential.IssuerOperations.KeyView;
import org.attestry.contracts.credential.IssuerOperations.KeysView;
import org.attestry.contracts.credential.IssuerOperations.ListIssuersRequest;
import org.attestry.contracts.credential.IssuerOperations.ListKeysRequest;
import org.attestry.contracts.credential.IssuerOperations.RegisterIssuersRequest;
import org.attestry.contracts.credential.IssuerOperations.RevokeKeyRequest;
import org.attestry.contracts.credential.IssuerOperations.RotateKeyRequest;
import org.attestry.credential.crypto.TestKeys;
import org.attestry.credential.key.KeyType;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.servers.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Operations of admins on issuers and keys, and their effect on two replicas. */
class KeyAdministrationIT {

  private static final Map<String, String> SETTINGS = Map.of("PUBLIC_URL", "http://localhost:8081");
  private static final String DID = "did:web:localhost%3A8081";
  private static final String SCHOOL = DID + ":issuers:school";

  private TestDatabase database;
  private RunningService one;
  private RunningService two;

  @BeforeEach
  void startTwoReplicas() throws Exception {
    database = RunningService.migratedDatabase();
    one = RunningService.start(database, SETTINGS);
    two = RunningService.start(database, SETTINGS);
  }

  @AfterEach
  void stop() {
    one.discard();
    two.discard();
  }

  @Test
  void aRotatedKeyVerifiesAndTheNextOneSignsOnEveryReplica() throws Exception {
    JsonNode old = sign(one, DID);
    sign(two, DID);
    KeyView next = rotate(one, DID + "#key-1");

    assertEquals(DID + "#key-2", next.verificationMethod());
    assertEquals("ACTIVE", next.state());
    for (RunningService each : List.of(one, two)) {
      assertEquals(DID + "#key-2", method(sign(each, DID)));
      assertTrue(verify(each, old).verified());
    }
    assertEquals(List.of("ACTIVE", "VERIFY_ONLY"), keys(two).stream().map(KeyView::state).toList());
    assertNotNull(keys(two).getLast().signedUntil());
    assertNull(keys(two).getFirst().signedUntil());
  }

  @Test
  void onlyAKeyThatSignsIsRotated() throws Exception {
    rotate(one, DID + "#key-1");
    assertEquals("credential.key.not-active", code(() -> rotate(two, DID + "#key-1")));
    assertEquals("credential.key.not-found", code(() -> rotate(two, DID + "#key-9")));
    assertEquals(2, keys(one).size());
  }

  @Test
  void concurrentRotationsOfOneKeyMakeOne() throws Exception {
    List<Future<KeyView>> rotations = new ArrayList<>();
    for (RunningService each : List.of(one, two, one, two)) {
      rotations.add(
          each.begin(
              IssuerOperations.ROTATE_KEY,
              new RotateKeyRequest(DID + "#key-1"),
              RunningService.ADMIN));
    }
    await(Future.join(rotations).otherwiseEmpty());
    assertEquals(1, rotations.stream().filter(Future::succeeded).count());
    assertEquals(2, keys(one).size());
  }

  @Test
  void nothingOfARevokedKeyVerifiesAfterTheReply() throws Exception {
    JsonNode signed = sign(one, DID);
    assertTrue(verify(one, signed).verified());
    assertTrue(verify(two, signed).verified());
    KeyView revoked = revoke(one, DID + "#key-1");

    assertEquals("REVOKED", revoked.state());
    assertNotNull(revoked.revokedAt());
    for (RunningService each : List.of(two, one)) {
      assertEquals("key.revoked", reason(verify(each, signed), "issuer"));
      JsonNode next = sign(each, DID);
      assertEquals(DID + "#key-2", method(next));
      assertTrue(verify(each, next).verified());
    }
    assertEquals(revoked, revoke(two, DID + "#key-1"));
  }

  @Test
  void aRotatedKeyCanBeRevokedLater() throws Exception {
    JsonNode signed = sign(one, DID);
    rotate(one, DID + "#key-1");
    assertTrue(verify(two, signed).verified());
    revoke(one, DID + "#key-1");
    assertFalse(verify(two, signed).verified());
    assertEquals(DID + "#key-2", method(sign(two, DID)));
  }

  @Test
  void aDisabledIssuerSignsNothingAndWhatItSignedVerifies() throws Exception {
    one.request(
        IssuerOperations.CREATE_ISSUER,
        new CreateIssuerRequest(null, "school"),
        RunningService.ADMIN);
    JsonNode signed = sign(two, SCHOOL);
    assertNotNull(change(one, SCHOOL, true).disabledAt());

    for (RunningService each : List.of(one, two)) {
      assertEquals("credential.issuer.disabled", code(() -> sign(each, SCHOOL)));
      assertEquals("credential.issuer.disabled", code(() -> issue(each, SCHOOL)));
      assertTrue(verify(each, signed).verified());
    }
    assertEquals("credential.issuer.disabled", code(() -> rotate(one, SCHOOL + "#key-1")));
    assertTrue(method(sign(one, DID)).startsWith(DID + "#"));
    assertNull(change(two, SCHOOL, false).disabledAt());
    assertTrue(verify(two, sign(one, SCHOOL)).verified());
  }

  /** The first request ended between its commit and its reply, and was sent again. */
  @Test
  void aRepeatedRequestIsAnsweredWhenNoReplicaSignsAnyMore() throws Exception {
    sign(one, DID);
    sign(two, DID);
    database.execute("UPDATE issuer SET disabled_at = now()");
    change(one, DID, true);
    assertEquals("credential.issuer.disabled", code(() -> sign(one, DID)));
    assertEquals("credential.issuer.disabled", code(() -> sign(two, DID)));
  }

  @Test
  void anImportedKeySignsOnEveryReplicaFromTheReplyOn() throws Exception {
    sign(one, DID);
    sign(two, DID);
    one.request(
        IssuerOperations.IMPORT_KEY, privateKey("own", TestKeys.rsa()), RunningService.ADMIN);
    assertEquals(DID + "#own", method(sign(two, DID)));
    assertEquals(DID + "#own", method(sign(one, DID)));
  }

  private static ImportKeyRequest privateKey(String name, KeyPair keys) {
    String pem =
        "-----BEGIN PRIVATE KEY-----\n"
            + Base64.getMimeEncoder().encodeToString(keys.getPrivate().getEncoded())
            + "\n-----END PRIVATE KEY-----";
    return new ImportKeyRequest(DID, DID + "#" + name, null, null, pem, null, null, null);
  }

  @Test
  void keysThatAreImportedAtTheSameTimeReplaceEachOther() throws Exception {
    List<ImportKeyRequest> requests =
        IntStream.range(0, 6)
            .mapToObj(i -> privateKey("own" + i, TestKeys.of(KeyType.ED25519)))
            .toList();
    List<Future<IssuerView>> imports = new ArrayList<>();
    for (ImportKeyRequest request : requests) {
      RunningService each = imports.size() % 2 == 0 ? one : two;
      imports.add(each.begin(IssuerOperations.IMPORT_KEY, request, RunningService.ADMIN));
    }
    await(Future.all(imports));
    List<KeyView> ed25519 = keys(one).stream().filter(key -> key.type().equals("ED25519")).toList();
    assertEquals(6, ed25519.size());
    assertEquals(1, ed25519.stream().filter(key -> key.state().equals("ACTIVE")).count());
  }

  @Test
  void aRevokedKeyOfADisabledIssuerIsNotReplaced() throws Exception {
    change(one, DID, true);
    revoke(one, DID + "#key-1");
    assertEquals(1, keys(one).size());
    RunningService three = RunningService.start(database, SETTINGS);
    assertEquals("credential.issuer.disabled", code(() -> sign(three, DID)));
    change(three, DID, false);
    assertEquals(DID + "#key-2", method(sign(three, DID)));
    three.stop();
  }

  @Test
  void listsIssuers() throws Exception {
    one.request(
        IssuerOperations.CREATE_ISSUER,
        new CreateIssuerRequest(null, "school"),
        RunningService.ADMIN);
    List<IssuerDetails> issuers =
        two.request(
                IssuerOperations.LIST_ISSUERS, new ListIssuersRequest(20, 0), RunningService.ADMIN)
            .issuers();
    assertEquals(List.of(DID, SCHOOL), issuers.stream().map(IssuerDetails::issuer).toList());
    assertEquals(
        List.of("DEFAULT", "ADMIN"), issuers.stream().map(IssuerDetails::namedBy).toList());
    assertEquals(SCHOOL + "#key-1", issuers.getLast().verificationMethod());
  }

  @Test
  void issuersThatTemplatesNameHaveADidDocumentOnceTheirSchemaIsPublished() throws Exception {
    String other = DID + ":issuers:other";
    List<JsonBytes> templates =
        Stream.of(
                "{'issuer': '%s', 'name': '{{name}}', 'proof': {'type': 'Ed25519Signature2020'}}"
                    .formatted(SCHOOL),
                "{'issuer': {'id': '%s'}, 'name': '{{name}}'}".formatted(other),
                "{'issuer': '{{issuer}}'}",
                "{'name': '{{name}}'}")
            .map(template -> JsonBytes.of(template.replace('\'', '"')))
            .toList();
    one.request(
        IssuerOperations.REGISTER_ISSUERS,
        new RegisterIssuersRequest(templates),
        RunningService.ADMIN);

    List<IssuerDetails> issuers =
        two.request(
                IssuerOperations.LIST_ISSUERS, new ListIssuersRequest(20, 0), RunningService.ADMIN)
            .issuers();
    assertEquals(
        List.of(DID + " DEFAULT", other + " SCHEMA", SCHOOL + " SCHEMA"),
        issuers.stream().map(each -> each.issuer() + " " + each.namedBy()).toList());
    JsonNode document =
        Json.parse(
            two.request(
                    CredentialOperations.READ_DID_DOCUMENT,
                    new ReadDidDocumentRequest("school", null),
                    Caller.NOBODY)
                .document());
    assertEquals(SCHOOL, document.path("id").textValue());
    assertTrue(document.toString().contains("Ed25519") || document.toString().contains("z6Mk"));
    assertEquals(
        "credential.issuer.forbidden",
        code(
            () ->
                one.request(
                    IssuerOperations.REGISTER_ISSUERS,
                    new RegisterIssuersRequest(templates),
                    RunningService.SOMEBODY)));
  }

  @Test
  void anIssuerWithKeysOfAnotherTypeIsListedWithOneOfThem() throws Exception {
    one.request(
        IssuerOperations.CREATE_ISSUER,
        new CreateIssuerRequest(null, "school", "ED25519"),
        RunningService.ADMIN);

    IssuerDetails listed =
        two.request(
                IssuerOperations.LIST_ISSUERS, new ListIssuersRequest(1, 1), RunningService.ADMIN)
            .issuers()
            .getFirst();

    assertEquals(SCHOOL, listed.issuer());
    assertEquals(SCHOOL + "#key-1", listed.verificationMethod());
    assertEquals(SCHOOL + "#key-1", change(one, SCHOOL, true).verificationMethod());
  }

  @Test
  void listsKeysInPages() throws Exception {
    rotate(one, DID + "#key-1");
    rotate(one, DID + "#key-2");

    KeysView page =
        two.request(
            IssuerOperations.LIST_KEYS, new ListKeysRequest(DID, 1, 1), RunningService.ADMIN);

    assertEquals(3, page.totalCount());
    assertEquals(
        List.of(DID + "#key-2"), page.keys().stream().map(KeyView::verificationMethod).toList());
    for (ListKeysRequest none :
        List.of(
            new ListKeysRequest(DID, 0, 0),
            new ListKeysRequest(DID, 1_001, 0),
            new ListKeysRequest(DID, 1, -1))) {
      assertEquals(
          "credential.key.invalid",
          code(() -> two.request(IssuerOperations.LIST_KEYS, none, RunningService.ADMIN)));
    }
  }

  @Test
  void aRefusalPointsToTheMemberThatWasSent() throws Exception {
    one.stop();
    one = RunningService.start(database, withoutOtherIssuers());
    assertEquals("/issuer", pointer(IssuerOperations.CREATE_ISSUER, issuer("did:web:x", null)));
    assertEquals("/name", pointer(IssuerOperations.CREATE_ISSUER, issuer(null, "a/b")));
    assertEquals("/name", pointer(IssuerOperations.CREATE_ISSUER, issuer(null, "school")));
    assertEquals("", pointer(IssuerOperations.CREATE_ISSUER, issuer(null, null)));
    assertEquals(
        "/keyType",
        pointer(IssuerOperations.CREATE_ISSUER, new CreateIssuerRequest(DID, null, "DSA")));
    assertEquals("/limit", pointer(IssuerOperations.LIST_KEYS, new ListKeysRequest(DID, 0, 0)));
    assertEquals("/offset", pointer(IssuerOperations.LIST_KEYS, new ListKeysRequest(DID, 1, -1)));
    change(one, DID, true);
    assertEquals(
        "/verificationMethod",
        pointer(IssuerOperations.ROTATE_KEY, new RotateKeyRequest(DID + "#key-1")));
  }

  private static Map<String, String> withoutOtherIssuers() {
    Map<String, String> settings = new HashMap<>(SETTINGS);
    settings.put("ISSUER_ALLOWED", "did:web:listed.example");
    return settings;
  }

  private static CreateIssuerRequest issuer(String did, String name) {
    return new CreateIssuerRequest(did, name);
  }

  private <Q, R> String pointer(Operation<Q, R> operation, Q request) {
    return assertThrows(
            FailureException.class, () -> one.request(operation, request, RunningService.ADMIN))
        .failure()
        .violations()
        .getFirst()
        .pointer();
  }

  @Test
  void exportsPublicKeysInThreeForms() throws Exception {
    KeyView key = keys(one).getFirst();
    JsonNode jwk = Json.read(key.publicKeyJwk());
    assertEquals("RSA", jwk.get("kty").textValue());
    BigInteger modulus = new BigInteger(1, Base64.getUrlDecoder().decode(jwk.get("n").textValue()));
    assertEquals(2048, modulus.bitLength());
    assertEquals("AQAB", jwk.get("e").textValue());
    assertEquals(
        Set.of("kty", "n", "e"),
        jwk.properties().stream().map(Map.Entry::getKey).collect(Collectors.toSet()));
    assertTrue(key.publicKeyMultibase().startsWith("z4MX"), key.publicKeyMultibase());
    assertTrue(key.publicKeyPem().startsWith("-----BEGIN PUBLIC KEY-----"));
  }

  @Test
  void onlyAdminsAdministerKeys() throws Exception {
    String key = DID + "#key-1";
    assertForbidden(IssuerOperations.ROTATE_KEY, new RotateKeyRequest(key));
    assertForbidden(IssuerOperations.REVOKE_KEY, new RevokeKeyRequest(key));
    assertForbidden(IssuerOperations.LIST_KEYS, new ListKeysRequest(DID, 20, 0));
    assertForbidden(IssuerOperations.LIST_ISSUERS, new ListIssuersRequest(20, 0));
    assertForbidden(IssuerOperations.DISABLE_ISSUER, new DisableIssuerRequest(DID));
    assertForbidden(IssuerOperations.ENABLE_ISSUER, new EnableIssuerRequest(DID));
    assertTrue(verify(one, sign(one, DID)).verified());
  }

  private <Q, R> void assertForbidden(Operation<Q, R> operation, Q request) {
    Map<Caller, FailureKind> refused =
        Map.of(
            RunningService.SOMEBODY, FailureKind.FORBIDDEN,
            Caller.NOBODY, FailureKind.UNAUTHENTICATED);
    refused.forEach(
        (caller, kind) ->
            assertEquals(
                kind,
                assertThrows(FailureException.class, () -> one.request(operation, request, caller))
                    .failure()
                    .kind()));
  }

  @Test
  void aProofThatIsDatedBeforeItsKeyOrAfterItSignedDoesNotVerify() throws Exception {
    JsonNode signed = sign(one, DID);
    assertTrue(verify(one, signed).verified());
    database.execute("UPDATE signing_key SET signed_from = now() + interval '10 minutes'");
    assertEquals("created.before-key", reasonOfAFreshReplica(signed));
    database.execute(
        "UPDATE signing_key SET signed_from = now() + interval '2 minutes',"
            + " signed_until = now() - interval '2 minutes'");
    assertNull(reasonOfAFreshReplica(signed));
    database.execute(
        "UPDATE signing_key SET signed_from = now() - interval '1 hour',"
            + " signed_until = now() - interval '10 minutes'");
    assertEquals("created.after-key", reasonOfAFreshReplica(signed));
    ObjectNode renamed = signed.deepCopy();
    ObjectNode proof = (ObjectNode) renamed.get("proof");
    proof
        .putObject("http://purl.org/dc/terms/created")
        .put("@type", "http://www.w3.org/2001/XMLSchema#dateTime")
        .put("@value", proof.remove("created").textValue());
    assertEquals("created.after-key", reasonOfAFreshReplica(renamed));
  }

  private String reasonOfAFreshReplica(JsonNode signed) throws Exception {
    RunningService fresh = RunningService.start(database, SETTINGS);
    String reason = reason(verify(fresh, signed), "proof");
    fresh.discard();
    return reason;
  }

  @Test
  void theStatusListsOfADisabledIssuerGoOnBeingSigned() throws Exception {
    one.request(
        IssuerOperations.CREATE_ISSUER,
        new CreateIssuerRequest(SCHOOL, null),
        RunningService.ADMIN);
    JsonNode credential = issue(one, SCHOOL);
    String address = credential.at("/credentialStatus/0/statusListCredential").textValue();
    String[] parts = address.substring(address.indexOf("/status-lists/")).split("/");
    change(one, SCHOOL, true);

    for (RunningService each : List.of(one, two)) {
      JsonNode list =
          Json.read(
              each.request(
                      CredentialOperations.READ_STATUS_LIST,
                      new ReadStatusListRequest(parts[2], parts[3]),
                      Caller.NOBODY)
                  .document());
      assertEquals(SCHOOL, list.get("issuer").textValue());
      assertTrue(verify(each, list).verified());
      assertTrue(verify(each, credential).verified());
      String jwt =
          each.request(
                  CredentialOperations.READ_TOKEN_STATUS_LIST,
                  new ReadTokenStatusListRequest(parts[2]),
                  Caller.NOBODY)
              .jwt();
      assertEquals(3, jwt.split("\\.").length);
    }
    assertEquals("credential.issuer.disabled", code(() -> sign(one, SCHOOL)));
  }

  @Test
  void keysOfTwoTypesThatAreMadeAtTheSameTimeHaveTwoNames() throws Exception {
    for (int i = 0; i < 5; i++) {
      String issuer = DID + ":issuers:twice" + i;
      await(
          Future.all(
              one.begin(
                  IssuerOperations.CREATE_ISSUER,
                  new CreateIssuerRequest(issuer, null, "RSA"),
                  RunningService.ADMIN),
              two.begin(
                  IssuerOperations.CREATE_ISSUER,
                  new CreateIssuerRequest(issuer, null, "ED25519"),
                  RunningService.ADMIN)));
      assertEquals(
          Set.of(issuer + "#key-1", issuer + "#key-2"),
          keys(one, issuer).stream().map(KeyView::verificationMethod).collect(Collectors.toSet()));
    }
  }

  @Test
  void keysOfTwoTypesThatAreRotatedAtTheSameTimeHaveTwoNames() throws Exception {
    one.request(
        IssuerOperations.CREATE_ISSUER,
        new CreateIssuerRequest(DID, null, "ED25519"),
        RunningService.ADMIN);
    List<String> active = List.of(DID + "#key-1", DID + "#key-2");
    for (int i = 0; i < 5; i++) {
      List<Future<KeyView>> rotations =
          active.stream()
              .map(
                  method ->
                      one.begin(
                          IssuerOperations.ROTATE_KEY,
                          new RotateKeyRequest(method),
                          RunningService.ADMIN))
              .toList();
      await(Future.all(rotations));
      active = rotations.stream().map(Future::result).map(KeyView::verificationMethod).toList();
      assertEquals(2, Set.copyOf(active).size());
    }
    assertEquals(12, keys(one).size());
  }

  @Test
  void anIssuerHasAKeyOfEachTypeAndEachIsRotatedAndRevokedOnItsOwn() throws Exception {
    for (String type : List.of("ED25519", "P256", "ED25519")) {
      one.request(
          IssuerOperations.CREATE_ISSUER,
          new CreateIssuerRequest(DID, null, type),
          RunningService.ADMIN);
    }
    assertEquals(
        Set.of("RSA ACTIVE", "ED25519 ACTIVE", "P256 ACTIVE"),
        keys(two).stream().map(key -> key.type() + " " + key.state()).collect(Collectors.toSet()));
    assertEquals("ED25519", rotate(two, DID + "#key-2").type());
    assertEquals("REVOKED", revoke(one, DID + "#key-3").state());
    assertEquals(DID + "#key-1", method(sign(two, DID)));
    JsonNode document =
        Json.read(
            two.request(
                    CredentialOperations.READ_DID_DOCUMENT,
                    new ReadDidDocumentRequest(null, null),
                    Caller.NOBODY)
                .document());
    assertEquals("https://w3id.org/security/multikey/v1", document.at("/@context/1").asText());
    Set<String> shown = new TreeSet<>();
    for (JsonNode each : document.get("verificationMethod")) {
      shown.add(each.get("id").asText().substring(DID.length()));
      boolean rsa = each.get("id").asText().endsWith("#key-1");
      assertEquals(rsa ? "RsaVerificationKey2018" : "Multikey", each.get("type").asText());
      assertEquals(rsa, each.has("publicKeyPem"));
    }
    assertEquals(Set.of("#key-1", "#key-2", "#key-4", "#key-5"), shown);
  }

  @Test
  void theDidDocumentHasTheKeysThatVerify() throws Exception {
    rotate(one, DID + "#key-1");
    rotate(one, DID + "#key-2");
    revoke(one, DID + "#key-2");
    Set<String> shown = new TreeSet<>();
    Json.read(
            two.request(
                    CredentialOperations.READ_DID_DOCUMENT,
                    new ReadDidDocumentRequest(null, null),
                    Caller.NOBODY)
                .document())
        .get("verificationMethod")
        .forEach(method -> shown.add(method.get("id").textValue()));
    assertEquals(Set.of(DID + "#key-1", DID + "#key-3"), shown);
  }

  @Test
  void noSignatureFailsAndNothingVerifiesThatMustNotWhileKeysChangeUnderLoad() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    List<JsonNode> signed = new CopyOnWriteArrayList<>();
    List<CompletableFuture<Void>> signers = new ArrayList<>();
    for (int signer = 0; signer < 8; signer++) {
      RunningService replica = signer % 2 == 0 ? one : two;
      signers.add(CompletableFuture.runAsync(() -> signUntil(over, replica, signed)));
    }
    Set<String> revoked = new TreeSet<>();
    for (int key = 1; key <= 6; key++) {
      RunningService admin = key % 2 == 0 ? one : two;
      int before = signed.size();
      admin.eventually(() -> signed.size() > before + 8);
      String method = DID + "#key-" + key;
      if (key % 2 == 0) {
        rotate(admin, method);
      } else {
        JsonNode last =
            signed.stream().filter(each -> method(each).equals(method)).findFirst().orElse(null);
        revoke(admin, method);
        revoked.add(method);
        for (RunningService replica : List.of(one, two)) {
          assertFalse(last != null && verify(replica, last).verified(), method);
          assertTrue(verify(replica, sign(replica, DID)).verified());
        }
      }
    }
    over.set(true);
    for (CompletableFuture<Void> signer : signers) {
      signer.get();
    }
    for (JsonNode each : signed) {
      for (RunningService replica : List.of(one, two)) {
        assertEquals(!revoked.contains(method(each)), verify(replica, each).verified());
      }
    }
    assertTrue(signed.size() > 48, () -> signed.size() + " were signed");
  }

  /** Signs on its own thread; fails at the first failed signature. */
  private static void signUntil(AtomicBoolean over, RunningService replica, List<JsonNode> signed) {
    try {
      while (!over.get()) {
        signed.add(issue(replica, DID));
        signed.add(sign(replica, DID));
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static String code(org.junit.jupiter.api.function.Executable refused) {
    return assertThrows(FailureException.class, refused).failure().code();
  }

  private static List<KeyView> keys(RunningService service) throws Exception {
    return keys(service, DID);
  }

  private static List<KeyView> keys(RunningService service, String issuer) throws Exception {
    return service
        .request(
            IssuerOperations.LIST_KEYS, new ListKeysRequest(issuer, 20, 0), RunningService.ADMIN)
        .keys();
  }

  private static KeyView rotate(RunningService service, String method) throws Exception {
    return service.request(
        IssuerOperations.ROTATE_KEY, new RotateKeyRequest(method), RunningService.ADMIN);
  }

  private static KeyView revoke(RunningService service, String method) throws Exception {
    return service.request(
        IssuerOperations.REVOKE_KEY, new RevokeKeyRequest(method), RunningService.ADMIN);
  }

  private static IssuerDetails change(RunningService service, String issuer, boolean disabled)
      throws Exception {
    return disabled
        ? service.request(
            IssuerOperations.DISABLE_ISSUER, new DisableIssuerRequest(issuer), RunningService.ADMIN)
        : service.request(
            IssuerOperations.ENABLE_ISSUER, new EnableIssuerRequest(issuer), RunningService.ADMIN);
  }

  private static String method(JsonNode signed) {
    return signed.at("/proof/verificationMethod").textValue();
  }

  private static String template(String issuer) {
    return """
    {
      "@context": ["https://www.w3.org/2018/credentials/v1"],
      "type": ["VerifiableCredential"],
      "issuer": "%s",
      "issuanceDate": "2026-01-02T03:04:05Z",
      "credentialSubject": {"id": "urn:subject"}
    }
    """
        .formatted(issuer);
  }

  private static JsonNode sign(RunningService service, String issuer) throws Exception {
    SignCredentialRequest request =
        new SignCredentialRequest(JsonBytes.of("{}"), JsonBytes.of(template(issuer)));
    return Json.read(
        service
            .request(CredentialOperations.SIGN_CREDENTIAL, request, RunningService.SOMEBODY)
            .credential());
  }

  private static JsonNode issue(RunningService service, String issuer) throws Exception {
    IssueCredentialRequest request =
        new IssueCredentialRequest(
            "Student",
            UUID.randomUUID().toString(),
            null,
            JsonBytes.of(template(issuer)),
            JsonBytes.of("{}"));
    return Json.read(
        service
            .request(CredentialOperations.ISSUE_CREDENTIAL, request, Caller.NOBODY)
            .credential());
  }

  private static VerificationView verify(RunningService service, JsonNode signed) throws Exception {
    return service.request(
        CredentialOperations.VERIFY_CREDENTIAL,
        new VerifyCredentialRequest(Json.write(signed)),
        Caller.NOBODY);
  }

  private static String reason(VerificationView view, String check) {
    return view.checks().stream()
        .filter(each -> each.check().equals(check))
        .findFirst()
        .orElseThrow()
        .reason();
  }
}
