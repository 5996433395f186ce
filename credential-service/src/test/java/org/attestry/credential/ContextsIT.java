package org.attestry.credential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.ContextOperations;
import org.attestry.contracts.credential.ContextOperations.DeleteContextRequest;
import org.attestry.contracts.credential.ContextOperations.ListContextsRequest;
import org.attestry.contracts.credential.ContextOperations.ReadUploadedContextRequest;
import org.attestry.contracts.credential.ContextOperations.UploadContextRequest;
import org.attestry.contracts.credential.ContextOperations.UploadedContext;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.CheckTemplateRequest;
import org.attestry.contracts.credential.CredentialOperations.IssueCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadContextRequest;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.SchemaOperations;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.contracts.schema.TypesView;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.servers.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Contexts that an admin uploads. */
class ContextsIT {

  private static final String ADDRESS = "https://skills.example/contexts/skill-v1.json";
  private static final String SKILL =
      """
      {"@context": {"@version": 1.1, "Person": "https://skills.example/#Person",
        "name": "https://skills.example/#name", "rival": "https://skills.example/#rival"}}
      """;

  private static final String OTHER = "https://skills.example/contexts/skill-v2.json";
  private static final String SWAPPED =
      """
      {"@context": {"@version": 1.1, "Person": "https://skills.example/#Person",
        "rival": "https://skills.example/#name", "name": "https://skills.example/#rival"}}
      """;

  private TestDatabase database;
  private RunningService service;

  @BeforeEach
  void start() throws Exception {
    database = RunningService.migratedDatabase();
    service = RunningService.start(database, Map.of("PUBLIC_URL", "http://localhost:8081"));
    publish();
  }

  @AfterEach
  void stop() {
    service.discard();
  }

  @Test
  void anUnknownContextNamesItsAddressAndTheRequestThatAddsIt() {
    Violation violation =
        failure(CredentialOperations.SIGN_CREDENTIAL, request(template()), RunningService.ADMIN)
            .violations()
            .getFirst();
    assertEquals("context.unknown", violation.rule());
    assertEquals("/credentialTemplate/@context/1", violation.pointer());
    assertTrue(violation.message().contains(ADDRESS), violation.message());
    assertTrue(violation.message().contains("POST /api/v1/contexts"), violation.message());
  }

  @Test
  void credentialsNameAnUploadedContextOnEveryReplica() throws Exception {
    RunningService other =
        RunningService.start(database, Map.of("PUBLIC_URL", "http://localhost:8081"));
    UploadedContext uploaded = upload(ADDRESS, SKILL);
    assertFalse(uploaded.used());
    for (RunningService each : List.of(other, service)) {
      JsonNode signed = sign(each, template());
      assertEquals(ADDRESS, signed.at("/@context/1").textValue());
      assertEquals(2, signed.get("@context").size());
      assertTrue(verify(service, signed).verified());
      assertTrue(verify(other, signed).verified());
      ObjectNode changed = signed.deepCopy();
      ((ObjectNode) changed.get("credentialSubject")).put("name", "Eve");
      assertFalse(verify(other, changed).verified());
    }
    other.discard();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\": \"RsaSignature2018\"}",
        "{\"type\": \"Ed25519Signature2020\"}",
        "{\"type\": \"DataIntegrityProof\", \"cryptosuite\": \"eddsa-rdfc-2022\"}",
        "{\"type\": \"DataIntegrityProof\", \"cryptosuite\": \"eddsa-jcs-2022\"}",
        "{\"type\": \"DataIntegrityProof\", \"cryptosuite\": \"ecdsa-rdfc-2019\"}"
      })
  void noticesWhenUploadedContextsAreExchanged(String suite) throws Exception {
    upload(ADDRESS, SKILL);
    upload(OTHER, SWAPPED);
    ObjectNode template = template();
    ((ObjectNode) template.get("credentialSubject")).put("rival", "Eve");
    template.set("proof", Json.read(suite));
    JsonNode signed = sign(service, template);
    assertTrue(verify(service, signed).verified());

    ObjectNode replaced = signed.deepCopy();
    ((ObjectNode) replaced.get("credentialSubject")).put("name", "Eve").put("rival", "Ada");
    ObjectNode appended = replaced.deepCopy();
    replaced.withArray("@context").set(1, OTHER);
    appended.withArray("@context").insert(2, OTHER);

    for (ObjectNode exchanged : List.of(replaced, appended)) {
      VerificationView view = verify(service, exchanged);
      assertFalse(view.verified());
      String reason = view.checks().getFirst().reason();
      assertEquals(suite.contains("jcs") ? "proof.context" : "context.exchanged", reason, suite);
    }
  }

  @Test
  void theDigestIsThatOfTheCanonicalJson() throws Exception {
    UploadedContext uploaded =
        upload(ADDRESS, "{\"@context\": {\"b\": \"urn:b\",\n \"a\":\"urn:a\"}}");
    String canonical = "{\"@context\":{\"a\":\"urn:a\",\"b\":\"urn:b\"}}";
    assertEquals(org.attestry.runtime.identifier.Sha256.hex(canonical), uploaded.digest());
    assertEquals(uploaded.digest(), read(uploaded.id()).digest());
    assertEquals(
        Json.read(canonical),
        Json.read(
            service
                .request(
                    CredentialOperations.READ_CONTEXT,
                    new ReadContextRequest(uploaded.digest()),
                    Caller.NOBODY)
                .document()));
  }

  @Test
  void anAddressKeepsItsDocument() throws Exception {
    UploadedContext first = upload(ADDRESS, SKILL);
    assertEquals(first.id(), upload(ADDRESS, Json.read(SKILL).toPrettyString()).id());
    Failure refused =
        failure(
            ContextOperations.UPLOAD_CONTEXT,
            new UploadContextRequest(
                ADDRESS, JsonBytes.of(SKILL.replace("/#name", "/#rival2")), List.of()),
            RunningService.ADMIN);
    assertEquals("credential.context.taken", refused.code());
    assertEquals(FailureKind.CONFLICT, refused.kind());
    assertEquals(
        1,
        service
            .request(
                ContextOperations.LIST_CONTEXTS,
                new ListContextsRequest(20, 0),
                RunningService.ADMIN)
            .totalCount());
  }

  @ParameterizedTest
  @CsvSource({
    "https://www.w3.org:443/2018/credentials/v1, taken",
    "https://WWW.w3.org/2018/credentials/v1, taken",
    "https://www.w3.org/./2018/credentials/v1, taken",
    "https://www.w3.org/2018/credentials/%76%31, taken",
    "https://www.w3.org./2018/credentials/v1, taken",
    "http://www.w3.org/2018/credentials/v1, taken",
    "https://localhost:8081/contexts/a, taken",
    "https://skills.example:443/v1, normal"
  })
  void anAddressThatRespellsAnotherIsRefused(String address, String rule) throws Exception {
    Failure refused =
        failure(
            ContextOperations.UPLOAD_CONTEXT,
            new UploadContextRequest(address, JsonBytes.of(SKILL), List.of()),
            RunningService.ADMIN);

    assertEquals(rule, refused.violations().getFirst().rule());
    assertEquals("/address", refused.violations().getFirst().pointer());
  }

  @Test
  void theIssuersOfAContextGrow() throws Exception {
    assertEquals(List.of(), upload(ADDRESS, SKILL).issuers());
    assertEquals(List.of("urn:b"), upload(ADDRESS, SKILL, "urn:b").issuers());
    UploadedContext more = upload(ADDRESS, SKILL, "urn:b", "urn:a");
    assertEquals(List.of("urn:a", "urn:b"), more.issuers());
    assertEquals(more, read(upload(ADDRESS, SKILL).id()));
    Failure refused =
        failure(
            ContextOperations.UPLOAD_CONTEXT,
            new UploadContextRequest(
                ADDRESS, JsonBytes.of(SKILL), List.of("urn:a", "School of Ada")),
            RunningService.ADMIN);
    assertEquals("/issuers/1", refused.violations().getFirst().pointer());
  }

  @Test
  void aContextWithoutAddressGetsOneOfOurs() throws Exception {
    UploadedContext uploaded = upload(null, SKILL);
    assertEquals("http://localhost:8081/contexts/" + uploaded.digest(), uploaded.address());
    ObjectNode template = template();
    template.withArray("@context").remove(1);
    template.withArray("@context").add(uploaded.address());
    assertTrue(verify(service, sign(service, template)).verified());
  }

  @Test
  void aContextThatACredentialNamesStays() throws Exception {
    UploadedContext uploaded = upload(ADDRESS, SKILL);
    JsonNode signed = sign(service, template());
    assertTrue(read(uploaded.id()).used());
    Failure refused = failure(uploaded);
    assertEquals("credential.context.used", refused.code());
    assertEquals(FailureKind.CONFLICT, refused.kind());
    assertTrue(verify(service, signed).verified());
  }

  @Test
  void aContextOfAStoredCredentialStays() throws Exception {
    UploadedContext uploaded = upload(ADDRESS, SKILL);
    IssueCredentialRequest issue =
        new IssueCredentialRequest(
            "Student",
            UUID.randomUUID().toString(),
            null,
            Json.write(template()),
            JsonBytes.of("{\"name\": \"Ada\"}"));
    service.request(CredentialOperations.ISSUE_CREDENTIAL, issue, Caller.NOBODY);
    assertEquals("credential.context.used", failure(uploaded).code());
  }

  @Test
  void aContextOfAPublishedSchemaStays() throws Exception {
    UploadedContext uploaded = upload(ADDRESS, SKILL);
    publish(Json.write(template()));
    Failure refused = failure(uploaded);
    assertEquals("credential.context.used", refused.code());
    assertTrue(refused.message().contains("Skill"), refused.message());
    publish(Json.write(template().toString()));
    assertEquals("credential.context.used", failure(uploaded).code());
    publish(JsonBytes.of("{\"@context\": [\"" + ADDRESS + "x\"]}"));
    assertEquals(uploaded.id(), delete(uploaded).id());
  }

  @Test
  void aContextStaysWhileASchemaThatNamesItIsBeingPublished() throws Exception {
    UploadedContext uploaded = upload(ADDRESS, SKILL);
    CheckTemplateRequest check =
        new CheckTemplateRequest(
            Json.write(template()),
            JsonBytes.of("{\"properties\": {\"name\": {\"type\": \"string\"}}}"),
            null,
            null);
    assertEquals(
        List.of(),
        service
            .request(CredentialOperations.CHECK_TEMPLATE, check, RunningService.ADMIN)
            .violations());
    assertEquals("credential.context.used", failure(uploaded).code());
    database.execute("UPDATE uploaded_context SET checked_at = now() - interval '3 minutes'");
    assertEquals(uploaded.id(), delete(uploaded).id());
  }

  @Test
  void anUnusedContextIsDeletedEverywhere() throws Exception {
    UploadedContext uploaded = upload(ADDRESS, SKILL);
    assertEquals(uploaded.id(), delete(uploaded).id());
    assertEquals(FailureKind.NOT_FOUND, failure(uploaded).kind());
    Failure refused =
        failure(CredentialOperations.SIGN_CREDENTIAL, request(template()), RunningService.ADMIN);
    assertEquals("context.unknown", refused.violations().getFirst().rule());
  }

  @Test
  void anUndefinedTermBesideAnUploadedContextIsSignedUnderAGeneratedOne() throws Exception {
    upload(ADDRESS, SKILL);
    ObjectNode template = template();
    ((ObjectNode) template.get("credentialSubject")).put("level", "7");
    JsonNode signed = sign(service, template);
    assertEquals(3, signed.get("@context").size());
    assertTrue(verify(service, signed).verified());
  }

  @Test
  void aContextGeneratedUnderAFormerAddressOfOursMayBeUploaded() throws Exception {
    upload(ADDRESS, SKILL);
    ObjectNode template = template();
    ((ObjectNode) template.get("credentialSubject")).put("level", "7");
    JsonNode signed =
        Json.read(
            service
                .request(
                    CredentialOperations.SIGN_CREDENTIAL, request(template), RunningService.ADMIN)
                .credential());
    String generated = signed.at("/@context/2").textValue();
    assertTrue(generated.startsWith("http://localhost:8081/contexts/"), generated);
    service.stop();
    service = RunningService.start(database, Map.of("PUBLIC_URL", "https://registry.example"));
    upload(generated, SWAPPED);
    assertTrue(verify(service, signed).verified());
  }

  @Test
  void onlyAnAdminMayManageContexts() throws Exception {
    UploadedContext uploaded = upload(ADDRESS, SKILL);
    Caller[] others = {Caller.NOBODY, RunningService.SOMEBODY};
    FailureKind[] kinds = {FailureKind.UNAUTHENTICATED, FailureKind.FORBIDDEN};
    for (int i = 0; i < others.length; i++) {
      assertEquals(
          kinds[i],
          failure(
                  ContextOperations.UPLOAD_CONTEXT,
                  new UploadContextRequest("urn:x", JsonBytes.of(SKILL), List.of()),
                  others[i])
              .kind());
      assertEquals(
          kinds[i],
          failure(ContextOperations.LIST_CONTEXTS, new ListContextsRequest(1, 0), others[i])
              .kind());
      assertEquals(
          kinds[i],
          failure(
                  ContextOperations.READ_UPLOADED_CONTEXT,
                  new ReadUploadedContextRequest(uploaded.id()),
                  others[i])
              .kind());
      assertEquals(
          kinds[i],
          failure(
                  ContextOperations.DELETE_CONTEXT,
                  new DeleteContextRequest(uploaded.id()),
                  others[i])
              .kind());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "[]|/document",
        "{}|/document",
        "{\"@context\": \"https://x.example/c\"}|/document",
        "{\"@context\": [\"https://x.example/c\"]}|/document/@context/0",
        "{\"@context\": {\"@import\": \"http://127.0.0.1:1/c\"}}|/document/@context/@import",
        "{\"@context\": {\"a\": {\"@id\": \"urn:a\", \"@context\": \"https://x.example/c\"}}}"
            + "|/document/@context/a/@context",
        "{\"@context\": {\"a\": \"@graph\"}}|/document/@context/a",
        "{\"@context\": {\"a\": {\"@id\": \"urn:a\", \"@container\": \"@nothing\"}}}"
            + "|/document/@context/a/@container",
        "{\"@context\": {\"a\": \"a:b\", \"b\": 7}}|/document/@context/a",
        "{\"@context\": {\"Doctor\": null}}|/document/@context/Doctor",
        "{\"@context\": {\"a\": \"b:x\", \"b\": \"a:y\"}}|/document"
      })
  void refusesAContextThatBreaksTheRules(String document, String pointer) {
    Failure refused =
        failure(
            ContextOperations.UPLOAD_CONTEXT,
            new UploadContextRequest(ADDRESS, JsonBytes.of(document), List.of()),
            RunningService.ADMIN);
    assertEquals("credential.context.invalid", refused.code());
    assertEquals(pointer, refused.violations().getFirst().pointer());
  }

  @Test
  void refusesAContextThatIsTooLarge() {
    ObjectNode document = (ObjectNode) Json.read("{\"@context\": {}}");
    for (int i = 0; i < 2_001; i++) {
      ((ObjectNode) document.get("@context")).put("t" + i, "urn:t" + i);
    }
    Failure refused =
        failure(
            ContextOperations.UPLOAD_CONTEXT,
            new UploadContextRequest(ADDRESS, Json.write(document), List.of()),
            RunningService.ADMIN);
    assertEquals("limit", refused.violations().getFirst().rule());
  }

  @ParameterizedTest
  @CsvSource({
    "https://www.w3.org/2018/credentials/v1",
    "http://localhost:8081/contexts/abc",
    "skill-v1.json",
    "file:///etc/passwd",
    "https://x.example/a#b",
    "https://x.example/a b"
  })
  void refusesAnAddressThatIsBundledOrOursOrNone(String address) {
    Failure refused =
        failure(
            ContextOperations.UPLOAD_CONTEXT,
            new UploadContextRequest(address, JsonBytes.of(SKILL), List.of()),
            RunningService.ADMIN);
    assertEquals("/address", refused.violations().getFirst().pointer());
  }

  private UploadedContext upload(String address, String document, String... issuers)
      throws Exception {
    return service.request(
        ContextOperations.UPLOAD_CONTEXT,
        new UploadContextRequest(address, JsonBytes.of(document), List.of(issuers)),
        RunningService.ADMIN);
  }

  private UploadedContext read(String id) throws Exception {
    return service.request(
        ContextOperations.READ_UPLOADED_CONTEXT,
        new ReadUploadedContextRequest(id),
        RunningService.ADMIN);
  }

  private UploadedContext delete(UploadedContext context) throws Exception {
    return service.request(
        ContextOperations.DELETE_CONTEXT,
        new DeleteContextRequest(context.id()),
        RunningService.ADMIN);
  }

  private Failure failure(UploadedContext deleted) {
    return failure(
        ContextOperations.DELETE_CONTEXT,
        new DeleteContextRequest(deleted.id()),
        RunningService.ADMIN);
  }

  private <Q, R> Failure failure(Operation<Q, R> operation, Q request, Caller caller) {
    return assertThrows(FailureException.class, () -> service.request(operation, request, caller))
        .failure();
  }

  private List<EntityType> published = List.of();

  /** Schema-service replies with one type for each template. */
  private void publish(JsonBytes... templates) {
    boolean first = templates.length == 0;
    published = List.of(templates).stream().map(ContextsIT::type).toList();
    if (first) {
      service.answer(
          SchemaOperations.FIND_TYPES,
          (request, call) -> Future.succeededFuture(new TypesView(published, "1")));
    }
  }

  private static EntityType type(JsonBytes template) {
    TypeConfig config =
        new TypeConfig(
            List.of(), null, null, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
            List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), template, Map.of(),
            false, true);
    return new EntityType("Skill", UUID.randomUUID().toString(), 1, JsonBytes.of("{}"), config);
  }

  private static ObjectNode template() {
    return (ObjectNode)
        Json.read(
            """
            {
              "@context": ["https://www.w3.org/2018/credentials/v1", "%s"],
              "type": ["VerifiableCredential"],
              "issuanceDate": "2026-01-02T03:04:05Z",
              "credentialSubject": {"type": "Person", "name": "{{name}}"}
            }
            """
                .formatted(ADDRESS));
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

  private static VerificationView verify(RunningService service, JsonNode signed) throws Exception {
    return service.request(
        CredentialOperations.VERIFY_CREDENTIAL,
        new VerifyCredentialRequest(Json.write(signed)),
        Caller.NOBODY);
  }
}
