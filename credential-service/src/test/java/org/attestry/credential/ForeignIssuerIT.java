package org.attestry.credential;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.vertx.core.Future;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;
import org.attestry.contracts.Caller;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.ContextOperations;
import org.attestry.contracts.credential.ContextOperations.UploadContextRequest;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.PresentationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerifyPresentationRequest;
import org.attestry.contracts.credential.IssuerOperations;
import org.attestry.contracts.credential.IssuerOperations.ImportKeyRequest;
import org.attestry.contracts.credential.IssuerOperations.KeyView;
import org.attestry.contracts.credential.IssuerOperations.ListKeysRequest;
import org.attestry.contracts.credential.IssuerOperations.RevokeKeyRequest;
import org.attestry.contracts.credential.IssuerOperations.RotateKeyRequest;
import org.attestry.credential.crypto.TestKeys;
import org.attestry.credential.suite.TestDataIntegrity;
import org.attestry.credential.suite.TestPresentations;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Credentials of another registry, whose DID document and status lists are fetched. */
class ForeignIssuerIT {

  private static final String BITSTRING = "BitstringStatusListEntry";
  private static final String STATUS = "https://www.w3.org/ns/credentials/status/v1";
  private static final String LIST_2021 = "https://w3id.org/vc/status-list/2021/v1";
  private static final int LEAST = 131_072;

  private static ForeignRegistry foreign;

  /** Trusts the foreign registry. For tests that do not depend on earlier fetches. */
  private static RunningService trusting;

  private RunningService ours;

  @BeforeAll
  static void startForeign() throws Exception {
    foreign = ForeignRegistry.start();
    trusting = start(foreign.did(), foreign.origin());
  }

  @AfterAll
  static void stopForeign() throws Exception {
    trusting.discard();
    foreign.stop();
  }

  @BeforeEach
  void forget() {
    foreign.requests().clear();
    ours = trusting;
  }

  @AfterEach
  void stop() {
    if (ours != trusting) {
      ours.discard();
    }
  }

  private static RunningService start(String trusted, String allowed) throws Exception {
    Map<String, String> settings = new HashMap<>();
    settings.put("PUBLIC_URL", "http://localhost:8081");
    settings.put("TRUSTED_ISSUERS", trusted);
    settings.put("EGRESS_ALLOWED", allowed);
    settings.put("EGRESS_LOOPBACK", "true");
    return RunningService.start(settings);
  }

  @Test
  void aTrustedIssuersCredentialVerifiesByItsDidDocumentAndStatusLists() throws Exception {
    ours = start(foreign.did(), foreign.origin());

    VerificationView view = verify(foreign.issue());

    assertTrue(view.verified(), view::toString);
    assertEquals("/.well-known/did.json", foreign.requests().getFirst());
    assertEquals(3, foreign.requests().size());
    assertTrue(verify(foreign.issue()).verified());
    assertEquals(3, foreign.requests().size(), "kept documents serve");
  }

  @Test
  void whatATrustedIssuerRevokedIsRevoked() throws Exception {
    ours = start(foreign.did(), foreign.origin());
    String entityId = UUID.randomUUID().toString();
    ObjectNode credential = foreign.issue(ForeignRegistry.template(), entityId);
    foreign.revoke(entityId, credential);

    VerificationView view = verify(credential);

    assertEquals("NOK revoked", check(view, "revocation"));
    assertEquals("OK null", check(view, "suspension"));
  }

  @Test
  void nothingIsFetchedForAnIssuerThatIsNotTrusted() throws Exception {
    ours = start("did:web:other.example", foreign.origin());

    VerificationView view = verify(foreign.issue());

    assertEquals("UNKNOWN issuer.not-trusted:" + foreign.did(), check(view, "issuer"));
    assertEquals("UNKNOWN key.unknown", check(view, "proof"));
    assertFalse(view.verified());
    assertEquals(List.of(), foreign.requests());
  }

  @Test
  void nothingIsFetchedFromAnOriginThatIsNotAllowed() throws Exception {
    ours = start(foreign.did(), "https://other.example");

    VerificationView view = verify(foreign.issue());

    assertEquals("UNKNOWN did.unresolved:origin-not-allowed", check(view, "issuer"));
    assertFalse(view.verified());
    assertEquals(List.of(), foreign.requests());
  }

  @Test
  void aKeyThatTheDocumentDoesNotHaveIsOfNobody() throws Exception {
    ObjectNode credential = foreign.issue();
    ((ObjectNode) credential.get("proof")).put("verificationMethod", foreign.did() + "#other");

    assertEquals("UNKNOWN did.invalid:method-unknown", check(verify(credential), "issuer"));
  }

  @Test
  void aKeyThatWasRevokedHereStaysSoUnderTheNameThatTheDidDocumentHasForIt() throws Exception {
    ours = start(foreign.did(), foreign.origin());
    ObjectNode credential = foreign.issue();
    assertTrue(verify(credential).verified());
    String method = foreign.did() + "#imported";
    String pem = key(foreign.did()).publicKeyPem();
    ours.request(
        IssuerOperations.IMPORT_KEY,
        new ImportKeyRequest(foreign.did(), method, pem, null, null, null, null, null),
        RunningService.ADMIN);
    ours.request(IssuerOperations.REVOKE_KEY, new RevokeKeyRequest(method), RunningService.ADMIN);

    assertEquals("NOK key.revoked", check(verify(credential), "issuer"));
  }

  @Test
  void aChangedCredentialOfATrustedIssuerDoesNotVerify() throws Exception {
    ObjectNode credential = foreign.issue();
    ((ObjectNode) credential.get("credentialSubject")).put("id", "did:example:eve");

    assertEquals("NOK signature.mismatch", check(verify(credential), "proof"));
  }

  @Test
  void aTrustedIssuerDoesNotSpeakForAnother() throws Exception {
    ObjectNode credential = foreign.issue();
    credential.put("issuer", "did:web:localhost%3A8081");

    assertFalse(verify(credential).verified());
    assertEquals("NOK issuer.mismatch", check(verify(credential), "issuer"));
  }

  @Test
  void theKeyOfADidKeyIsInItselfAndItsIssuerMustBeTrusted() throws Exception {
    KeyPair pair = TestKeys.rsa();
    String did = "did:key:" + multibase(pair);
    importKey(did, did + "#" + did.substring("did:key:".length()), null, privatePem(pair));
    ObjectNode template = ForeignRegistry.template().put("issuer", did);
    ObjectNode signed = foreign.sign(template);
    ObjectNode entry =
        template
            .putObject("credentialStatus")
            .put("id", foreign.origin() + "/of-a-stranger#7")
            .put("type", BITSTRING)
            .put("statusPurpose", "revocation")
            .put("statusListIndex", "7")
            .put("statusListCredential", foreign.origin() + "/of-a-stranger");
    template.withArray("@context").add(STATUS);
    ObjectNode withEntry = foreign.sign(template);

    ours = start("", foreign.origin());
    assertEquals("UNKNOWN status.list-foreign", check(verify(withEntry), "revocation"));
    assertEquals(List.of(), foreign.requests(), () -> "fetched for a stranger: " + entry);
    VerificationView untrusted = verify(signed);
    assertEquals("OK null", check(untrusted, "proof"));
    assertEquals("UNKNOWN issuer.not-trusted:" + did, check(untrusted, "issuer"));
    assertFalse(untrusted.verified());
    ours.discard();

    ours = start(did, "");
    assertTrue(verify(signed).verified());
    signed.put("issuer", foreign.did());
    assertFalse(verify(signed).verified());
  }

  private void upload(JsonNode contexts, List<String> issuers) throws Exception {
    for (Map.Entry<String, JsonNode> context : contexts.properties()) {
      ours.request(
          ContextOperations.UPLOAD_CONTEXT,
          new UploadContextRequest(context.getKey(), Json.write(context.getValue()), issuers),
          RunningService.ADMIN);
    }
  }

  /** Credentials of the W3C's test vectors, whose keys are did:keys of Ed25519 and P-256. */
  @Test
  void keysOfDidKeysVerifyWhateverTheirTypeIs() throws Exception {
    JsonNode vectors =
        Json.read(
            JsonBytes.of(
                Files.readAllBytes(Path.of("src/test/resources/vectors/data-integrity.json"))));
    upload(vectors.get("contexts"), List.of("did:key:another"));
    for (JsonNode vector : vectors.get("vectors")) {
      String suite = vector.get("suite").textValue();
      assertEquals(
          suite.endsWith("jcs-2022") ? "OK null" : "UNKNOWN context.not-pinned",
          check(verify(signedBy(vector, vectors)), "proof"),
          suite);
    }
    for (JsonNode vector : vectors.get("vectors")) {
      upload(vectors.get("contexts"), List.of("did:key:" + vector.get("publicKey").textValue()));

      VerificationView view = verify(signedBy(vector, vectors));

      assertEquals("OK null", check(view, "proof"), vector.get("suite").textValue());
      assertEquals("NOK issuer.mismatch", check(view, "issuer"));
    }
  }

  private static ObjectNode signedBy(JsonNode vector, JsonNode vectors) {
    ObjectNode credential = vectors.get("credential").deepCopy();
    if (vector.has("context")) {
      credential.withArray("@context").add(vector.get("context"));
    }
    String key = vector.get("publicKey").textValue();
    ObjectNode proof = vector.get("proof").deepCopy();
    proof.put("created", vectors.get("created").textValue());
    proof.put("verificationMethod", "did:key:" + key + "#" + key);
    proof.put("proofPurpose", "assertionMethod").set("proofValue", vector.get("proofValue"));
    if (vector.get("suite").textValue().endsWith("jcs-2022")) {
      proof.set("@context", credential.get("@context"));
    }
    credential.set("proof", proof);
    return credential;
  }

  @Test
  void aHolderWithADidWebSignsPresentationsByTheKeysForAuthentication() throws Exception {
    ours = start("", foreign.origin());
    String did = foreign.did() + ":holders:ada";
    KeyPair keys = TestDataIntegrity.keys(TestPresentations.SUITE);
    ObjectNode document = holder(did, keys);
    foreign.serve("/holders/ada/did.json", document.toString());
    ObjectNode presentation = presentation(did, keys);
    PresentationView view = verifyPresentation(presentation);
    assertTrue(view.verified(), view::toString);
    assertEquals(did, view.holder());

    document.remove("authentication");
    document.putArray("assertionMethod").add("#key");
    foreign.serve("/holders/eve/did.json", named(document, did, foreign.did() + ":holders:eve"));
    ObjectNode asserting = presentation(foreign.did() + ":holders:eve", keys);
    assertEquals("did.invalid:method-not-for-authentication", proofOf(asserting));

    document.putArray("authentication").add("#key");
    ((ObjectNode) document.at("/verificationMethod/0")).put("revoked", "2026-01-01T00:00:00Z");
    foreign.serve("/holders/bob/did.json", named(document, did, foreign.did() + ":holders:bob"));
    assertEquals("key.revoked", proofOf(presentation(foreign.did() + ":holders:bob", keys)));
  }

  @Test
  void holdersWhoseDocumentsTakeLongDoNotKeepATrustedIssuersFromBeingFetched() throws Exception {
    ours = start(foreign.did(), foreign.origin());
    KeyPair keys = TestDataIntegrity.keys(TestPresentations.SUITE);
    List<Future<PresentationView>> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      ObjectNode presentation = presentation(foreign.did() + ":silent:" + i, keys);
      all.add(
          ours.begin(
              CredentialOperations.VERIFY_PRESENTATION,
              new VerifyPresentationRequest(Json.write(presentation), null, null),
              Caller.NOBODY));
    }
    ours.eventually(
        () ->
            all.stream().filter(Future::isComplete).count()
                    + foreign.requests().stream()
                        .filter(path -> path.startsWith(ForeignRegistry.SILENT))
                        .count()
                >= all.size());

    VerificationView view = verify(foreign.issue());

    assertTrue(view.verified(), view::toString);
  }

  private static ObjectNode holder(String did, KeyPair keys) {
    ObjectNode document = Json.object().put("id", did);
    document.putArray("authentication").add("#key");
    document
        .putArray("verificationMethod")
        .addObject()
        .put("id", "#key")
        .put("type", "Multikey")
        .put("controller", did)
        .put("publicKeyMultibase", TestDataIntegrity.didKey(keys).substring("did:key:".length()));
    return document;
  }

  private static String named(ObjectNode document, String from, String to) {
    return document.toString().replace(from, to);
  }

  private static ObjectNode presentation(String did, KeyPair keys) {
    ObjectNode method = Json.object().put("verificationMethod", did + "#key");
    return TestPresentations.signed(TestPresentations.of(did, List.of()), List.of(), keys, method);
  }

  /** The reason of the check of its proof. */
  private String proofOf(ObjectNode presentation) throws Exception {
    return verifyPresentation(presentation).checks().getFirst().reason();
  }

  private PresentationView verifyPresentation(ObjectNode presentation) throws Exception {
    return ours.request(
        CredentialOperations.VERIFY_PRESENTATION,
        new VerifyPresentationRequest(Json.write(presentation), null, null),
        Caller.NOBODY);
  }

  @Test
  void listsOfBothFormsAreRead() throws Exception {
    String later = foreign.origin() + "/later";
    String sooner = foreign.origin() + "/sooner";
    foreign.serve("/later", bitstring(later, "revocation", bits(7, 131_071)).toString());
    foreign.serve("/sooner", list2021(sooner, bits(8)).toString());

    assertEquals("NOK revoked", entry(BITSTRING, STATUS, later, "7"));
    assertEquals("OK null", entry(BITSTRING, STATUS, later, "8"));
    assertEquals("NOK revoked", entry(BITSTRING, STATUS, later, "131071"));
    assertEquals("NOK revoked", entry("StatusList2021Entry", LIST_2021, sooner, "8"));
    assertEquals("OK null", entry("StatusList2021Entry", LIST_2021, sooner, "7"));
  }

  @Test
  void aListThatCannotBeTrustedSaysNothing() throws Exception {
    String list = foreign.origin() + "/good";
    ObjectNode good = bitstring(list, "revocation", bits());
    foreign.serve("/good", good.toString());
    assertEquals("OK null", entry(BITSTRING, STATUS, list, "7"));

    assertInvalid("index", list, "131072");
    assertInvalid("type", "StatusList2021Entry", LIST_2021, list);
    assertInvalid("form", serve("/text", "no list"), "7");
    assertInvalid("form", serve("/array", "[1]"), "7");
    assertInvalid("address", serve("/copy", good.toString()), "7");
    ObjectNode forged = good.deepCopy();
    ((ObjectNode) forged.get("credentialSubject")).put("encodedList", encoded(bits(7)));
    assertInvalid("proof", serve("/forged", forged.toString()), "7");
    String suspension = foreign.origin() + "/suspension";
    foreign.serve("/suspension", bitstring(suspension, "suspension", bits()).toString());
    assertInvalid("purpose", suspension, "7");
    String small = foreign.origin() + "/small";
    foreign.serve("/small", bitstring(small, "revocation", new byte[LEAST / 8 - 1]).toString());
    assertInvalid("list", small, "7");
    String past = foreign.origin() + "/past";
    ObjectNode old = unsignedList(past, "revocation", bits());
    foreign.serve("/past", foreign.sign(old.put("validUntil", "2026-01-03T00:00:00Z")).toString());
    assertInvalid("expiry", past, "7");
    String plain = foreign.origin() + "/plain";
    ObjectNode notPacked = unsignedList(plain, "revocation", bits());
    ((ObjectNode) notPacked.get("credentialSubject")).put("encodedList", "uAAAA");
    foreign.serve("/plain", foreign.sign(notPacked).toString());
    assertInvalid("list", plain, "7");
  }

  /** A list of 512 million entries is read up to the wanted bit. */
  @Test
  void aListThatIsABombIsReadUpToItsBitOnly() throws Exception {
    String bomb = foreign.origin() + "/bomb";
    foreign.serve("/bomb", bitstring(bomb, "revocation", new byte[64_000_000]).toString());

    assertEquals("OK null", entry(BITSTRING, STATUS, bomb, "7"));
    assertEquals("OK null", entry(BITSTRING, STATUS, bomb, "99999999"));
    assertEquals("UNKNOWN status.unknown", entry(BITSTRING, STATUS, bomb, "100000000"));
  }

  @Test
  void aVerificationAndItsListsHaveOneBudget() throws Exception {
    String bomb = foreign.origin() + "/budget";
    foreign.serve("/budget", bitstring(bomb, "revocation", new byte[64_000_000]).toString());
    ObjectNode template = ForeignRegistry.template();
    template.withArray("@context").add(STATUS);
    for (int i = 0; i < 16; i++) {
      template
          .withArray("/credentialStatus")
          .addObject()
          .put("id", bomb + "#" + i)
          .put("type", BITSTRING)
          .put("statusPurpose", "revocation")
          .put("statusListIndex", Integer.toString(99_999_999 - i))
          .put("statusListCredential", bomb);
    }
    ObjectNode credential = foreign.sign(template);
    assertTrue(verify(credential, RunningService.ADMIN).verified());

    JsonNode proof = credential.get("proof");
    credential.putArray("proof").add(proof).add(proof).add(proof).add(proof);
    VerificationView view = verify(credential, RunningService.ADMIN);

    assertFalse(view.verified());
    assertTrue(
        view.checks().stream().anyMatch(one -> String.valueOf(one.reason()).endsWith("limit")),
        view::toString);
  }

  @Test
  void aVerifiedListIsReadAgainOnlyAfterItsTtlButItsKeyIsLookedUpEachTime() throws Exception {
    ours = start(foreign.did(), foreign.origin());
    String list = foreign.origin() + "/kept";
    foreign.serve("/kept", bitstring(list, "revocation", bits(7)).toString());
    ObjectNode good = foreign.issueWithEntry(BITSTRING, STATUS, list, "8");
    assertTrue(verify(good).verified());
    foreign.serve("/kept", "no list any more");
    assertTrue(verify(good).verified());
    assertEquals("NOK revoked", entry(BITSTRING, STATUS, list, "7"));
    assertInvalid("index", list, "131072");

    String method = foreign.did() + "#imported";
    String pem = key(foreign.did()).publicKeyPem();
    ours.request(
        IssuerOperations.IMPORT_KEY,
        new ImportKeyRequest(foreign.did(), method, pem, null, null, null, null, null),
        RunningService.ADMIN);
    ours.request(IssuerOperations.REVOKE_KEY, new RevokeKeyRequest(method), RunningService.ADMIN);

    assertEquals("UNKNOWN status.list-invalid:issuer", check(verify(good), "revocation"));
    ours.discard();
  }

  @Test
  void aKeptListIsVerifiedAgainWhenItsKeyIsAnother() throws Exception {
    ForeignRegistry other = ForeignRegistry.start();
    try {
      ours = start(other.did(), other.origin());
      String list = other.origin() + "/changed";
      ObjectNode signed = other.sign(unsignedList(list, "revocation", bits()));
      other.serve("/changed", signed.toString());
      String method = signed.at("/proof/verificationMethod").textValue();
      other
          .service()
          .request(IssuerOperations.ROTATE_KEY, new RotateKeyRequest(method), RunningService.ADMIN);
      ObjectNode good = other.issueWithEntry(BITSTRING, STATUS, list, "7");
      assertTrue(verify(good).verified());
      String pem = publicPem(TestKeys.rsa());
      ours.request(
          IssuerOperations.IMPORT_KEY,
          ImportKeyRequest.ofPublicKey(other.did(), method, pem, null),
          RunningService.ADMIN);

      assertEquals("UNKNOWN status.list-invalid:proof", check(verify(good), "revocation"));
    } finally {
      other.stop();
    }
  }

  @Test
  void aListOfAnotherTrustedIssuerSaysNothing() throws Exception {
    ForeignRegistry other = ForeignRegistry.start();
    try {
      ours = start(foreign.did() + "," + other.did(), foreign.origin() + "," + other.origin());
      String list = foreign.origin() + "/others";
      foreign.serve("/others", other.sign(unsignedList(list, "revocation", bits())).toString());

      assertInvalid("issuer", list, "7");
    } finally {
      other.stop();
    }
  }

  @Test
  void aListThatIsAwayIsUnknown() throws Exception {

    assertEquals(
        "UNKNOWN status.list-unavailable:status",
        entry(BITSTRING, STATUS, foreign.origin() + "/nowhere", "7"));
    assertEquals(
        "UNKNOWN status.list-foreign", entry(BITSTRING, STATUS, "https://other.example/1", "7"));
    assertEquals(
        "UNKNOWN status.list-unavailable:address-invalid",
        entry(BITSTRING, STATUS, "urn:list:1", "7"));
  }

  @Test
  void anSdJwtOfATrustedIssuerVerifiesByItsTokenStatusList() throws Exception {
    ours = start(foreign.did(), foreign.origin());
    String entityId = UUID.randomUUID().toString();
    ObjectNode credential = foreign.issue(ForeignRegistry.template(), entityId);
    String sdJwt = foreign.sdJwt(credential);

    VerificationView view = verify(TextNode.valueOf(sdJwt));

    assertTrue(view.verified(), view::toString);
    assertTrue(foreign.requests().contains(tokenList(sdJwt)), foreign.requests()::toString);
    int requests = foreign.requests().size();
    assertTrue(verify(TextNode.valueOf(sdJwt)).verified());
    assertEquals(requests, foreign.requests().size(), "a kept list serves");
    ours.discard();
    ours = start(foreign.did(), foreign.origin());
    foreign.revoke(entityId, credential);
    assertEquals("NOK revoked", check(verify(TextNode.valueOf(sdJwt)), "revocation"));
  }

  @Test
  void noTokenStatusListIsFetchedThatTheSettingsDoNotAllow() throws Exception {
    String sdJwt = foreign.sdJwt(foreign.issue());
    ours = start("did:web:other.example", foreign.origin());
    assertEquals(
        "UNKNOWN issuer.not-trusted:" + foreign.did(),
        check(verify(TextNode.valueOf(sdJwt)), "issuer"));
    assertEquals(List.of(), foreign.requests());
    ours.discard();
    ours = start(foreign.did(), "https://other.example");
    ours.request(
        IssuerOperations.IMPORT_KEY,
        ImportKeyRequest.ofPublicKey(
            foreign.did(), kid(sdJwt), key(foreign.did()).publicKeyPem(), null),
        RunningService.ADMIN);
    assertEquals(
        "UNKNOWN status.list-foreign", check(verify(TextNode.valueOf(sdJwt)), "revocation"));
    assertEquals(List.of(), foreign.requests());
  }

  private void assertInvalid(String what, String list, String index) throws Exception {
    assertEquals(
        "UNKNOWN status.list-invalid:" + what, entry(BITSTRING, STATUS, list, index), list);
  }

  private void assertInvalid(String what, String type, String context, String list)
      throws Exception {
    assertEquals("UNKNOWN status.list-invalid:" + what, entry(type, context, list, "7"), list);
  }

  /** The path of the Token Status List that an SD-JWT names. */
  private static String tokenList(String sdJwt) {
    return URI.create(json(sdJwt.split("\\.")[1]).at("/status/status_list/uri").textValue())
        .getPath();
  }

  private static String kid(String sdJwt) {
    return json(sdJwt.split("\\.")[0]).get("kid").textValue();
  }

  private static JsonNode json(String encoded) {
    return Json.read(new String(Base64.getUrlDecoder().decode(encoded), UTF_8));
  }

  private String serve(String path, String document) {
    return foreign.serve(path, document);
  }

  /** Returns the verification of a credential whose status is in that list. */
  private String entry(String type, String context, String list, String index) throws Exception {
    VerificationView view = verify(foreign.issueWithEntry(type, context, list, index));
    assertEquals("OK null", check(view, "issuer"), view::toString);
    String revocation = check(view, "revocation");
    assertEquals(revocation.startsWith("OK"), view.verified(), view::toString);
    return revocation;
  }

  private static ObjectNode bitstring(String address, String purpose, byte[] bits)
      throws Exception {
    return foreign.sign(unsignedList(address, purpose, bits));
  }

  private static ObjectNode unsignedList(String address, String purpose, byte[] bits)
      throws Exception {
    ObjectNode list =
        (ObjectNode)
            Json.read(
                """
                {"@context": ["https://www.w3.org/ns/credentials/v2"],
                 "type": ["VerifiableCredential", "BitstringStatusListCredential"],
                 "validFrom": "2026-01-02T03:04:05Z",
                 "credentialSubject": {"type": "BitstringStatusList", "ttl": 300000}}
                """);
    list.put("id", address);
    list.withObject("/credentialSubject")
        .put("statusPurpose", purpose)
        .put("encodedList", encoded(bits));
    return list;
  }

  private static ObjectNode list2021(String address, byte[] bits) throws Exception {
    ObjectNode list =
        (ObjectNode)
            Json.read(
                """
                {"@context": ["https://www.w3.org/2018/credentials/v1",
                   "https://w3id.org/vc/status-list/2021/v1"],
                 "type": ["VerifiableCredential", "StatusList2021Credential"],
                 "issuanceDate": "2026-01-02T03:04:05Z",
                 "credentialSubject": {"type": "StatusList2021", "statusPurpose": "revocation"}}
                """);
    list.put("id", address);
    list.withObject("/credentialSubject").put("encodedList", encoded(bits).substring(1));
    return foreign.sign(list);
  }

  private static byte[] bits(int... set) {
    byte[] bits = new byte[LEAST / 8];
    for (int index : set) {
      bits[index / 8] |= (byte) (0x80 >> index % 8);
    }
    return bits;
  }

  private static String encoded(byte[] bits) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bits);
    }
    return "u" + Base64.getUrlEncoder().withoutPadding().encodeToString(out.toByteArray());
  }

  private static String multibase(KeyPair pair) throws Exception {
    String issuer = "did:web:keys-" + UUID.randomUUID();
    importKey(issuer, issuer + "#key", publicPem(pair), null);
    return key(issuer).publicKeyMultibase();
  }

  /** The newest one that the foreign registry has of the issuer. */
  private static KeyView key(String issuer) throws Exception {
    return foreign
        .service()
        .request(
            IssuerOperations.LIST_KEYS, new ListKeysRequest(issuer, 20, 0), RunningService.ADMIN)
        .keys()
        .getFirst();
  }

  private static void importKey(String issuer, String method, String publicPem, String privatePem)
      throws Exception {
    foreign
        .service()
        .request(
            IssuerOperations.IMPORT_KEY,
            new ImportKeyRequest(issuer, method, publicPem, null, privatePem, null, null, null),
            RunningService.ADMIN);
  }

  private static String publicPem(KeyPair pair) {
    return pem("PUBLIC KEY", pair.getPublic().getEncoded());
  }

  private static String privatePem(KeyPair pair) {
    return pem("PRIVATE KEY", pair.getPrivate().getEncoded());
  }

  private static String pem(String label, byte[] content) {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(label, base64);
  }

  private VerificationView verify(JsonNode credential) throws Exception {
    return verify(credential, Caller.NOBODY);
  }

  private VerificationView verify(JsonNode credential, Caller caller) throws Exception {
    return ours.request(
        CredentialOperations.VERIFY_CREDENTIAL,
        new VerifyCredentialRequest(Json.write(credential)),
        caller);
  }

  private static String check(VerificationView view, String name) {
    return view.checks().stream()
        .filter(check -> check.check().equals(name))
        .map(check -> check.status() + " " + check.reason())
        .findFirst()
        .orElseThrow();
  }
}
