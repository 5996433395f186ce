package org.attestry.credential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.CheckTemplateRequest;
import org.attestry.contracts.credential.CredentialOperations.IssueCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadDidDocumentRequest;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.credential.IssuerOperations;
import org.attestry.contracts.credential.IssuerOperations.CreateIssuerRequest;
import org.attestry.contracts.credential.IssuerOperations.ImportKeyRequest;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Callers;
import org.attestry.testkit.servers.TestDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys after a restart, on two replicas, and under limiting settings. */
class KeysIT {

  private static final Map<String, String> SETTINGS = Map.of("PUBLIC_URL", "http://localhost:8081");
  private static final String OTHER_MASTER_KEY = "ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=";

  private TestDatabase database;

  @BeforeEach
  void makeDatabase() {
    database = RunningService.migratedDatabase();
  }

  @Test
  void keepsItsKeyOverARestart() throws Exception {
    RunningService first = RunningService.start(database, SETTINGS);
    JsonNode signed = sign(first, template());
    first.stop();

    RunningService second = RunningService.start(database, SETTINGS);
    assertTrue(verifies(second, signed));
    assertEquals(
        signed.at("/proof/verificationMethod"),
        sign(second, template()).at("/proof/verificationMethod"));
    second.stop();
  }

  @Test
  void replicasThatStartTogetherShareOneKey() throws Exception {
    CompletableFuture<RunningService> one = CompletableFuture.supplyAsync(this::started);
    CompletableFuture<RunningService> two = CompletableFuture.supplyAsync(this::started);

    JsonNode signed = sign(one.get(), template());
    assertTrue(verifies(two.get(), signed));
    assertTrue(verifies(one.get(), sign(two.get(), template())));
    assertEquals("1", database.single("SELECT count(*) FROM signing_key"));
    one.get().stop();
    two.get().stop();
  }

  @Test
  void doesNotStartWithAnotherMasterKey() throws Exception {
    RunningService.start(database, SETTINGS).stop();

    Exception refused =
        assertThrows(
            Exception.class,
            () ->
                RunningService.start(
                    database,
                    Map.of("PUBLIC_URL", "http://localhost:8081", "MASTER_KEY", OTHER_MASTER_KEY)));
    assertTrue(
        refused.getMessage().contains("was not sealed with this master key"), refused.getMessage());
  }

  @Test
  void replicasSealTheirKeysWithANewMasterKeyAtTheSameTime() throws Exception {
    RunningService old = RunningService.start(database, SETTINGS);
    for (int issuer = 0; issuer < 3; issuer++) {
      makeIssuer(old, "did:web:issuer-" + issuer + ".example");
    }
    JsonNode signed = sign(old, template());
    old.stop();
    List<String> before = sealed();

    Map<String, String> both = withNewMasterKey(true);
    CompletableFuture<RunningService> one = started(both);
    CompletableFuture<RunningService> two = started(both);
    for (RunningService each : List.of(one.get(), two.get())) {
      assertTrue(verifies(each, signed) && verifies(each, sign(each, template())));
      each.stop();
    }
    List<String> after = sealed();
    assertEquals(4, after.size());
    assertTrue(java.util.Collections.disjoint(before, after));

    RunningService later = started(withNewMasterKey(false)).get();
    for (int issuer = 0; issuer < 3; issuer++) {
      ObjectNode named = template().put("issuer", "did:web:issuer-" + issuer + ".example");
      assertTrue(verifies(later, sign(later, named)));
    }
    later.stop();
  }

  @Test
  void goesOnSealingWhereAStartWasInterrupted() throws Exception {
    RunningService old = RunningService.start(database, SETTINGS);
    makeIssuer(old, "did:web:second.example");
    old.stop();
    String half = "SELECT sealed_private_key FROM signing_key WHERE issuer LIKE '%second%'";
    database.execute("CREATE TABLE half AS " + half);
    started(withNewMasterKey(true)).get().stop();
    database.execute(
        "UPDATE signing_key SET sealed_private_key = (SELECT sealed_private_key FROM half)"
            + " WHERE issuer LIKE '%second%'");

    started(withNewMasterKey(true)).get().stop();
    RunningService later = started(withNewMasterKey(false)).get();
    assertTrue(verifies(later, sign(later, template().put("issuer", "did:web:second.example"))));
    later.stop();
  }

  private List<String> sealed() {
    return database.query("SELECT encode(sealed_private_key, 'hex') FROM signing_key");
  }

  private static Map<String, String> withNewMasterKey(boolean previous) {
    Map<String, String> settings = new java.util.HashMap<>(SETTINGS);
    settings.put("MASTER_KEY", OTHER_MASTER_KEY);
    if (previous) {
      settings.put("MASTER_KEY_PREVIOUS", "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=");
    }
    return settings;
  }

  private CompletableFuture<RunningService> started(Map<String, String> settings) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return RunningService.start(database, settings);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Test
  void keepsPrivateKeysSealed() throws Exception {
    RunningService.start(database, SETTINGS).stop();
    String sealed = database.single("SELECT encode(sealed_private_key, 'hex') FROM signing_key");
    String pkcs8Algorithm = "300d06092a864886f70d010101";
    assertFalse(sealed.contains(pkcs8Algorithm));
  }

  @Test
  void nothingSignedByARevokedKeyVerifies() throws Exception {
    RunningService service = RunningService.start(database, SETTINGS);
    JsonNode signed = sign(service, template());
    database.execute("UPDATE signing_key SET state = 'REVOKED'");

    assertFalse(verifies(service, signed));
    service.stop();
  }

  @Test
  void aRevokedKeyIsTrustedByNoReplicaFromThatMomentOn() throws Exception {
    RunningService one = RunningService.start(database, SETTINGS);
    RunningService two = RunningService.start(database, SETTINGS);
    JsonNode signed = sign(one, template());
    assertTrue(verifies(one, signed));
    assertTrue(verifies(two, signed));
    database.execute("UPDATE signing_key SET state = 'REVOKED'");
    assertFalse(verifies(one, signed));
    assertFalse(verifies(two, signed));
    one.stop();
    two.stop();
  }

  @Test
  void rotationMakesTheNextKeyAndUsesUpNoIssuer() throws Exception {
    RunningService one =
        RunningService.start(
            database, Map.of("PUBLIC_URL", "http://localhost:8081", "ISSUER_MOST", "1"));
    RunningService two =
        RunningService.start(
            database, Map.of("PUBLIC_URL", "http://localhost:8081", "ISSUER_MOST", "1"));
    JsonNode old = sign(one, template());
    sign(two, template());
    String did = old.get("issuer").textValue();
    for (int rotation = 2; rotation < 5; rotation++) {
      database.execute("UPDATE signing_key SET state = 'VERIFY_ONLY' WHERE state = 'ACTIVE'");
      String next = did + "#key-" + rotation;
      for (RunningService each : List.of(one, two)) {
        each.eventually(() -> next.equals(method(sign(each, template()))));
      }
      assertTrue(verifies(one, sign(two, template())));
    }
    assertTrue(verifies(two, old));
    database.execute(
        "UPDATE signing_key SET state = 'REVOKED' WHERE verification_method LIKE '%#key-2'");
    List<String> published = new ArrayList<>();
    JsonNode document =
        Json.read(
            two.request(
                    CredentialOperations.READ_DID_DOCUMENT,
                    new ReadDidDocumentRequest(null, null),
                    Caller.NOBODY)
                .document());
    document.get("verificationMethod").forEach(key -> published.add(key.get("id").textValue()));
    assertEquals(List.of(did + "#key-4", did + "#key-3", did + "#key-1"), published);
    one.stop();
    two.stop();
  }

  private static String method(JsonNode signed) {
    return signed.at("/proof/verificationMethod").textValue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"peer-6", "peer-7"})
  void credentialsOfAFormerSystemVerifyWithTheirPublicKeyImportedByAnAdmin(String peer)
      throws Exception {
    RunningService service = RunningService.start(database, SETTINGS);
    JsonNode golden = resource("/golden/" + peer + ".json");
    JsonNode simple = golden.at("/credentials/simple");
    assertFalse(verifies(service, simple));
    importKey(service, golden, simple);
    for (JsonNode credential : golden.get("credentials")) {
      assertEquals(!credential.has("expirationDate"), verifies(service, credential));
      ObjectNode other = ((ObjectNode) credential.deepCopy()).put("issuer", "did:web:other");
      assertFalse(verifies(service, other));
    }
    ObjectNode exchanged = (ObjectNode) simple.deepCopy();
    ((ObjectNode) exchanged.at("/@context/1")).put("more", "https://example.org/#more");
    assertFalse(verifies(service, exchanged));
    assertEquals("1", database.single("SELECT count(*) FROM issuer"));
    service.stop();
  }

  private static void importKey(RunningService service, JsonNode golden, JsonNode credential)
      throws Exception {
    List<JsonBytes> contexts = new ArrayList<>();
    golden.get("credentials").forEach(one -> contexts.add(Json.write(one.get("@context"))));
    JsonNode issuer = credential.get("issuer");
    ImportKeyRequest request =
        ImportKeyRequest.ofPublicKey(
            issuer.isTextual() ? issuer.textValue() : issuer.get("id").textValue(),
            method(credential),
            golden.get("publicKeyPem").textValue(),
            contexts);
    service.request(IssuerOperations.IMPORT_KEY, request, RunningService.ADMIN);
  }

  @Test
  void importsKeysForAdminsAloneAndNeverOverAnotherKey() throws Exception {
    RunningService service = RunningService.start(database, SETTINGS);
    JsonNode golden = resource("/golden/peer-7.json");
    String pem = golden.get("publicKeyPem").textValue();
    String own = method(sign(service, template()));
    ImportKeyRequest good = ImportKeyRequest.ofPublicKey("did:web:old", "did:india", pem, null);
    assertEquals(FailureKind.FORBIDDEN, importing(service, good, RunningService.SOMEBODY));
    assertEquals(FailureKind.UNAUTHENTICATED, importing(service, good, Caller.NOBODY));
    for (ImportKeyRequest wrong :
        List.of(
            ImportKeyRequest.ofPublicKey(null, "did:india", pem, null),
            ImportKeyRequest.ofPublicKey("no iri", "did:india", pem, null),
            ImportKeyRequest.ofPublicKey("did:web:old", "no iri", pem, null),
            ImportKeyRequest.ofPublicKey("did:web:old", "did:india", "pem", null))) {
      assertEquals(FailureKind.INVALID, importing(service, wrong, RunningService.ADMIN));
    }
    ImportKeyRequest over = ImportKeyRequest.ofPublicKey("did:web:old", own, pem, null);
    assertEquals(FailureKind.CONFLICT, importing(service, over, RunningService.ADMIN));
    service.request(IssuerOperations.IMPORT_KEY, good, RunningService.ADMIN);
    service.request(IssuerOperations.IMPORT_KEY, good, RunningService.ADMIN);
    assertEquals(
        "VERIFY_ONLY",
        database.single("SELECT state FROM signing_key WHERE verification_method = 'did:india'"));
    assertEquals(
        "credential.issuer.unregistered",
        refusal(service, template().put("issuer", "did:web:old")).code());
    service.stop();
  }

  private static FailureKind importing(
      RunningService service, ImportKeyRequest request, Caller caller) {
    return assertThrows(
            FailureException.class,
            () -> service.request(IssuerOperations.IMPORT_KEY, request, caller))
        .failure()
        .kind();
  }

  private static JsonNode resource(String name) throws Exception {
    try (InputStream in = KeysIT.class.getResourceAsStream(name)) {
      return Json.read(JsonBytes.of(in.readAllBytes()));
    }
  }

  @Test
  void refusesUndefinedTermsWhereConfigured() throws Exception {
    RunningService service =
        RunningService.start(
            database, Map.of("PUBLIC_URL", "http://localhost:8081", "UNDEFINED_TERMS", "refuse"));
    Failure failure = refusal(service, template());
    assertEquals(
        java.util.Set.of(
            "/credentialTemplate/credentialSubject/name",
            "/credentialTemplate/credentialSubject/type"),
        java.util.Set.copyOf(failure.violations().stream().map(v -> v.pointer()).toList()));
    service.stop();
  }

  @Test
  void signsForListedIssuersAndForListedRolesAndAdminsWhereConfigured() throws Exception {
    RunningService service =
        RunningService.start(
            database,
            Map.of(
                "PUBLIC_URL", "http://localhost:8081",
                "ISSUER_ALLOWED", "did:web:listed.example",
                "SIGNER_ROLES", "signer"));
    JsonNode listed = template().put("issuer", "did:web:listed.example");
    service.request(CredentialOperations.SIGN_CREDENTIAL, request(listed), RunningService.ADMIN);
    sign(service, listed);

    Failure failure = refusal(service, template().put("issuer", "did:web:other.example"));
    assertEquals("/credentialTemplate/issuer", failure.violations().getFirst().pointer());

    FailureException forbidden =
        assertThrows(
            FailureException.class,
            () ->
                service.request(
                    CredentialOperations.SIGN_CREDENTIAL,
                    request(template()),
                    Callers.user("reader", "reader")));
    assertEquals(FailureKind.FORBIDDEN, forbidden.failure().kind());
    service.stop();
  }

  @Test
  void makesNoMoreIssuersThanAllowed() throws Exception {
    RunningService service =
        RunningService.start(
            database, Map.of("PUBLIC_URL", "http://localhost:8081", "ISSUER_MOST", "2"));
    makeIssuer(service, "did:web:second.example");
    FailureException refused =
        assertThrows(FailureException.class, () -> makeIssuer(service, "did:web:third.example"));
    assertEquals("credential.issuer.too-many", refused.failure().code());
    service.stop();
  }

  @Test
  void requestsOfOthersMakeNoIssuer() throws Exception {
    RunningService service = RunningService.start(database, SETTINGS);
    ObjectNode named = template().put("issuer", "did:web:new.example");
    assertEquals("credential.issuer.unregistered", refusal(service, named).code());

    ObjectNode filled = template().put("issuer", "{{name}}");
    IssueCredentialRequest byData =
        new IssueCredentialRequest(
            "Student",
            UUID.randomUUID().toString(),
            null,
            Json.write(filled),
            JsonBytes.of("{\"name\": \"did:web:new.example\"}"));
    FailureException refused =
        assertThrows(
            FailureException.class,
            () -> service.request(CredentialOperations.ISSUE_CREDENTIAL, byData, Caller.NOBODY));
    assertEquals("credential.issuer.unregistered", refused.failure().code());
    assertEquals("1", database.single("SELECT count(*) FROM signing_key"));
    service.stop();
  }

  @Test
  void dataNamesNoIssuerWithATextThatStandsElsewhereInATemplate() throws Exception {
    RunningService service = RunningService.start(database, SETTINGS);
    String text =
        """
        {"@context": ["https://www.w3.org/2018/credentials/v1"],
         "type": ["VerifiableCredential"], "issuer": {{#if own}}"did:web:own.example"{{else}}
         "{{name}}"{{/if}}, "issuanceDate": "2026-01-02T03:04:05Z",
         "credentialSubject": {"id": "did:example:ada"}}
        """;
    for (String name : List.of("did:example:ada", "https://www.w3.org/2018/credentials/v1")) {
      FailureException refused =
          assertThrows(
              FailureException.class, () -> issue(service, text, "{\"name\": \"" + name + "\"}"));
      assertEquals("credential.issuer.unregistered", refused.failure().code());
    }
    assertEquals("1", database.single("SELECT count(*) FROM signing_key"));
    issue(service, text, "{\"own\": true}");
    assertEquals("2", database.single("SELECT count(*) FROM signing_key"));
    service.stop();
  }

  private static void issue(RunningService service, String template, String data) throws Exception {
    service.request(
        CredentialOperations.ISSUE_CREDENTIAL,
        new IssueCredentialRequest(
            "Student",
            UUID.randomUUID().toString(),
            null,
            Json.write(TextNode.valueOf(template)),
            JsonBytes.of(data)),
        Caller.NOBODY);
  }

  @Test
  void registersIssuersThatAdminsSignForAndThatSchemasName() throws Exception {
    RunningService service = RunningService.start(database, SETTINGS);
    ObjectNode byAdmin = template().put("issuer", "did:web:admin.example");
    service.request(CredentialOperations.SIGN_CREDENTIAL, request(byAdmin), RunningService.ADMIN);
    assertTrue(verifies(service, sign(service, byAdmin)));

    ObjectNode bySchema = template().put("issuer", "did:web:schema.example");
    issue(service, bySchema);
    assertTrue(verifies(service, sign(service, bySchema)));
    assertEquals(
        "ADMIN", database.single("SELECT named_by FROM issuer WHERE did LIKE '%admin.example'"));
    assertEquals(
        "SCHEMA", database.single("SELECT named_by FROM issuer WHERE did LIKE '%schema.example'"));
    service.stop();
  }

  @Test
  void anyTokenSignsForIssuersOfAdminsAloneWhereRolesAreOpen() throws Exception {
    RunningService service =
        RunningService.start(
            database, Map.of("PUBLIC_URL", "http://localhost:8081", "SIGNER_ROLES", "*"));
    issue(service, template().put("issuer", "did:web:schema.example"));
    makeIssuer(service, "did:web:admin.example");
    ObjectNode defined = template();
    ((ObjectNode) defined.get("credentialSubject")).removeAll();
    ((ObjectNode) defined.get("credentialSubject")).put("id", "urn:subject");

    assertTrue(verifies(service, sign(service, defined.put("issuer", "did:web:admin.example"))));
    assertEquals(
        FailureKind.FORBIDDEN,
        refusal(service, defined.put("issuer", "did:web:schema.example")).kind());
    defined.remove("issuer");
    assertEquals(FailureKind.FORBIDDEN, refusal(service, defined).kind());
    assertEquals(
        FailureKind.INVALID,
        refusal(service, defined.put("issuer", "did:web:unknown.example")).kind());
    service.stop();
  }

  /** The request that named it in a schema ended after its commit, on another replica. */
  @Test
  void nobodySignsForAnIssuerOfAnAdminsThatASchemaHasNamed() throws Exception {
    RunningService service =
        RunningService.start(
            database, Map.of("PUBLIC_URL", "http://localhost:8081", "SIGNER_ROLES", "*"));
    makeIssuer(service, "did:web:admin.example");
    ObjectNode template = template().put("issuer", "did:web:admin.example");
    ((ObjectNode) template.get("credentialSubject")).removeAll().put("id", "urn:subject");
    sign(service, template);
    database.execute("UPDATE issuer SET named_by = 'SCHEMA' WHERE did LIKE '%admin.example'");
    assertEquals(FailureKind.FORBIDDEN, refusal(service, template).kind());
    service.stop();
  }

  @ParameterizedTest
  @ValueSource(strings = {"signer", "*"})
  void requestsOfOthersMakeNoContextThatOutlivesThem(String roles) throws Exception {
    RunningService service =
        RunningService.start(
            database, Map.of("PUBLIC_URL", "http://localhost:8081", "SIGNER_ROLES", roles));
    makeIssuer(service, "did:web:admin.example");
    ObjectNode template = template().put("issuer", "did:web:admin.example");
    ((ObjectNode) template.get("credentialSubject")).putArray("marks").add(2).add(1);

    JsonNode embedded = sign(service, template);
    assertTrue(verifies(service, embedded));
    assertEquals("0", database.single("SELECT count(*) FROM generated_context"));
    String iri = embedded.at("/@context/1/name").textValue();
    assertTrue(iri.matches("http://localhost:8081/contexts/[0-9a-f]{64}#name"), iri);
    assertEquals("@json", embedded.at("/@context/1/marks/@type").textValue());
    ObjectNode exchanged = embedded.deepCopy();
    ((ObjectNode) exchanged.at("/@context/1")).put("more", "https://example.org/#more");
    assertFalse(verifies(service, exchanged));

    service.request(CredentialOperations.SIGN_CREDENTIAL, request(template), RunningService.ADMIN);
    JsonNode served = sign(service, template);
    assertEquals(iri.substring(0, iri.indexOf('#')), served.at("/@context/1").textValue());
    assertTrue(verifies(service, served));
    assertTrue(verifies(service, embedded));
    service.stop();
  }

  @Test
  void requestsToSignUnderContextsOfTheirOwnStoreNothing() throws Exception {
    RunningService service = RunningService.start(database, SETTINGS);
    ObjectNode template = template();
    ObjectNode inline = ((ArrayNode) template.get("@context")).addObject();
    inline.put("name", "https://example.org/#name").put("Person", "https://example.org/#Person");
    JsonNode first = sign(service, template);
    ObjectNode second = (ObjectNode) sign(service, template.put("id", "urn:x:2"));
    assertTrue(verifies(service, first) && verifies(service, second));
    assertEquals("0", database.single("SELECT count(*) FROM pinned_context"));

    ObjectNode exchanged = second.deepCopy();
    ((ObjectNode) exchanged.at("/@context/1")).put("more", "https://example.org/#more");
    assertEquals("context.exchanged", proofReason(service, exchanged));
    ObjectNode withoutNonce = second.deepCopy();
    ((ObjectNode) withoutNonce.get("proof")).remove("nonce");
    assertEquals("signature.mismatch", proofReason(service, withoutNonce));
    ObjectNode otherNonce = exchanged.deepCopy();
    ((ObjectNode) otherNonce.get("proof")).put("nonce", "contexts-sha256-" + "0".repeat(64));
    assertEquals("signature.mismatch", proofReason(service, otherNonce));
    service.stop();
  }

  private static String proofReason(RunningService service, JsonNode signed) throws Exception {
    return service
        .request(
            CredentialOperations.VERIFY_CREDENTIAL,
            new VerifyCredentialRequest(Json.write(signed)),
            Caller.NOBODY)
        .checks()
        .getFirst()
        .reason();
  }

  @Test
  void aContextThatIsTooLargeToStandInACredentialIsRefused() throws Exception {
    RunningService service = RunningService.start(database, SETTINGS);
    ObjectNode template = template();
    for (int i = 0; i < 2_000; i++) {
      ((ObjectNode) template.get("credentialSubject")).put("term" + i, "x");
    }
    Failure failure = refusal(service, template);
    assertEquals("limit", failure.violations().getFirst().rule());
    assertTrue(failure.violations().getFirst().pointer().startsWith("/credentialTemplate/"));
    assertEquals("0", database.single("SELECT count(*) FROM pinned_context"));
    service.stop();
  }

  @Test
  void generatesNoMoreContextsThanAllowed() throws Exception {
    RunningService service =
        RunningService.start(
            database, Map.of("PUBLIC_URL", "http://localhost:8081", "CONTEXT_MOST", "2"));
    check(service, subject("one"), RunningService.ADMIN);
    service.request(
        CredentialOperations.SIGN_CREDENTIAL, request(subject("two")), RunningService.ADMIN);
    FailureException refused =
        assertThrows(
            FailureException.class, () -> check(service, subject("three"), RunningService.ADMIN));
    assertEquals("credential.context.too-many", refused.failure().code());
    check(service, subject("one"), RunningService.ADMIN);
    issue(service, subject("three"));
    assertEquals("2", database.single("SELECT count(*) FROM generated_context"));
    service.stop();
  }

  @Test
  void valuesOfAnEntityMakeNoContextThatOutlivesTheRequest() throws Exception {
    RunningService service = RunningService.start(database, SETTINGS);
    ObjectNode template = subject("one");
    template.putArray("type").add("VerifiableCredential").add("{{name}}");
    check(service, template, RunningService.SOMEBODY);
    assertEquals("0", database.single("SELECT count(*) FROM generated_context"));
    check(service, subject("one"), RunningService.ADMIN);
    assertEquals("1", database.single("SELECT count(*) FROM generated_context"));

    JsonNode ofSchema = issue(service, subject("one"));
    assertTrue(lastContext(ofSchema).isTextual());
    JsonNode ofValue = issue(service, template);
    assertTrue(lastContext(ofValue).path("Ada").isTextual());
    for (JsonNode issued : List.of(ofSchema, ofValue)) {
      assertTrue(verifies(service, issued));
    }
    assertEquals("1", database.single("SELECT count(*) FROM generated_context"));
    service.stop();
  }

  private static JsonNode lastContext(JsonNode credential) {
    JsonNode contexts = credential.path("@context");
    return contexts.path(contexts.size() - 1);
  }

  private static ObjectNode subject(String member) {
    ObjectNode template = template();
    template.putObject("credentialSubject").put(member, "{{name}}");
    return template;
  }

  private static void makeIssuer(RunningService service, String issuer) throws Exception {
    service.request(
        IssuerOperations.CREATE_ISSUER,
        new CreateIssuerRequest(issuer, null),
        RunningService.ADMIN);
  }

  private static void check(RunningService service, JsonNode template, Caller caller)
      throws Exception {
    JsonBytes definition = JsonBytes.of("{\"properties\": {\"name\": {\"type\": \"string\"}}}");
    service.request(
        CredentialOperations.CHECK_TEMPLATE,
        new CheckTemplateRequest(Json.write(template), definition, null, null),
        caller);
  }

  private static JsonNode issue(RunningService service, JsonNode template) throws Exception {
    IssueCredentialRequest request =
        new IssueCredentialRequest(
            "Student",
            UUID.randomUUID().toString(),
            null,
            Json.write(template),
            JsonBytes.of("{\"name\": \"Ada\"}"));
    return Json.read(
        service
            .request(CredentialOperations.ISSUE_CREDENTIAL, request, Caller.NOBODY)
            .credential());
  }

  @Test
  void storesNothingWhenItsFactCannotBeWritten() throws Exception {
    RunningService service = RunningService.start(database, SETTINGS);
    database.execute(
        """
        CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'chosen to fail'; END $$;
        CREATE TRIGGER fail BEFORE INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION fail();
        """);
    IssueCredentialRequest request =
        new IssueCredentialRequest(
            "Student",
            UUID.randomUUID().toString(),
            null,
            Json.write(template()),
            JsonBytes.of("{}"));
    FailureException failed =
        assertThrows(
            FailureException.class,
            () -> service.request(CredentialOperations.ISSUE_CREDENTIAL, request, Caller.NOBODY));

    assertEquals(FailureKind.INTERNAL, failed.failure().kind());
    assertEquals("0", database.single("SELECT count(*) FROM issued_credential"));
    service.stop();
  }

  private RunningService started() {
    try {
      return RunningService.start(database, SETTINGS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static ObjectNode template() {
    return (ObjectNode)
        Json.read(
            """
            {
              "@context": ["https://www.w3.org/2018/credentials/v1"],
              "type": ["VerifiableCredential"],
              "issuanceDate": "2026-01-02T03:04:05Z",
              "credentialSubject": {"type": "Person", "name": "{{name}}"}
            }
            """);
  }

  private static SignCredentialRequest request(JsonNode template) {
    return new SignCredentialRequest(JsonBytes.of("{\"name\": \"Ada\"}"), Json.write(template));
  }

  private static JsonNode sign(RunningService service, JsonNode template) throws Exception {
    return Json.read(
        service
            .request(
                CredentialOperations.SIGN_CREDENTIAL, request(template), RunningService.SOMEBODY)
            .credential());
  }

  private static Failure refusal(RunningService service, JsonNode template) {
    return assertThrows(FailureException.class, () -> sign(service, template)).failure();
  }

  private static boolean verifies(RunningService service, JsonNode signed) throws Exception {
    return service
        .request(
            CredentialOperations.VERIFY_CREDENTIAL,
            new VerifyCredentialRequest(Json.write(signed)),
            Caller.NOBODY)
        .verified();
  }
}
