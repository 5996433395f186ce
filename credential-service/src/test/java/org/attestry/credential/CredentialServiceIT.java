package org.attestry.credential;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Done;
import org.attestry.contracts.Fact;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.FindIssuedRequest;
import org.attestry.contracts.credential.CredentialOperations.IssueCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.IssuedCredential;
import org.attestry.contracts.credential.CredentialOperations.IssuedVerification;
import org.attestry.contracts.credential.CredentialOperations.ReadContextRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadDidDocumentRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadRevokedRequest;
import org.attestry.contracts.credential.CredentialOperations.SearchRevokedRequest;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerifyIssuedRequest;
import org.attestry.contracts.credential.IssuerOperations;
import org.attestry.contracts.credential.IssuerOperations.CreateIssuerRequest;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.CredentialWithdrawn;
import org.attestry.contracts.registry.EntityDeleted;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;
import org.attestry.contracts.registry.HeldCredentials;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.runtime.identifier.Sha256;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.outbox.Facts;
import org.attestry.testkit.Callers;
import org.attestry.testkit.Calls;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialServiceIT {

  private static final String DID = "did:web:registry.example%3A8081";
  private static final String BASE = "https://registry.example:8081";

  /** The digests of credentials that entities have. */
  private static final Set<String> HELD = ConcurrentHashMap.newKeySet();

  /** The entities of which a credential was revoked by a request. */
  private static final Set<String> REVOKED = ConcurrentHashMap.newKeySet();

  /** The requests to the registry for the credentials that entities have. */
  private static final AtomicInteger ASKED = new AtomicInteger();

  private static RunningService service;

  private final String entityId = UUID.randomUUID().toString();

  @BeforeAll
  static void start() throws Exception {
    service = RunningService.start(Map.of("PUBLIC_URL", BASE));
    service.answer(
        AttestationOperations.FIND_HELD_CREDENTIALS,
        (request, call) -> {
          ASKED.incrementAndGet();
          Set<String> digests =
              request.issued().stream()
                  .map(Issued::digest)
                  .filter(HELD::contains)
                  .collect(Collectors.toSet());
          return Future.succeededFuture(new HeldCredentials(Set.of(), digests, REVOKED, Map.of()));
        });
  }

  @AfterAll
  static void stop() throws Exception {
    service.stop();
  }

  @Test
  void signsExactlyTheFieldsOfTheInterface() throws Exception {
    SignCredentialRequest storesItsContext = request(template(), "{\"name\": \"Ada\"}");
    service.request(CredentialOperations.SIGN_CREDENTIAL, storesItsContext, RunningService.ADMIN);
    ObjectNode signed = sign(template(), "{\"name\": \"Ada\"}");

    assertEquals(
        List.of("@context", "type", "issuanceDate", "credentialSubject", "issuer", "proof"),
        names(signed));
    assertEquals("https://www.w3.org/2018/credentials/v1", signed.at("/@context/0").textValue());
    assertEquals(DID, signed.get("issuer").textValue());
    assertEquals("Ada", signed.at("/credentialSubject/name").textValue());
    assertEquals(
        List.of("type", "created", "verificationMethod", "proofPurpose", "jws"),
        names(signed.get("proof")));
    assertEquals("RsaSignature2018", signed.at("/proof/type").textValue());
    assertEquals("assertionMethod", signed.at("/proof/proofPurpose").textValue());
    assertEquals(DID + "#key-1", signed.at("/proof/verificationMethod").textValue());
    assertTrue(signed.at("/proof/created").textValue().matches("[0-9-]{10}T[0-9:]{8}Z"));
  }

  @Test
  void verifiesWhatItSigned() throws Exception {
    VerificationView view = verify(sign(template(), "{\"name\": \"Ada\"}"));

    assertEquals(Set.of("proof OK", "issuer OK", "revocation OK", "expiry OK"), checks(view));
    assertTrue(view.verified());
  }

  @Test
  void verifiesACredentialGivenAsText() throws Exception {
    String text = sign(template(), "{\"name\": \"Ada\"}").toString();
    assertTrue(verify(TextNode.valueOf(text)).verified());
  }

  @Test
  void servesTheContextOfTermsThatTheTemplateLeavesUndefined() throws Exception {
    SignCredentialRequest request = request(template(), "{\"name\": \"Ada\"}");
    JsonNode signed =
        Json.read(
            service
                .request(CredentialOperations.SIGN_CREDENTIAL, request, RunningService.ADMIN)
                .credential());
    String address = signed.at("/@context/1").textValue();
    String digest = address.substring((BASE + "/contexts/").length());

    JsonNode context = read(CredentialOperations.READ_CONTEXT, new ReadContextRequest(digest));

    assertEquals(BASE + "/contexts/" + digest, address);
    assertEquals(
        Json.read(
            """
            {"@context": {"Person": "%1$s#Person", "name": "%1$s#name"}}
            """
                .formatted(address)),
        context);
    assertFails(
        FailureKind.NOT_FOUND,
        CredentialOperations.READ_CONTEXT,
        new ReadContextRequest("0".repeat(64)));
  }

  @Test
  void refusesChangedCredentials() throws Exception {
    ObjectNode signed = sign(template(), "{\"name\": \"Ada\"}");

    ObjectNode value = signed.deepCopy();
    ((ObjectNode) value.get("credentialSubject")).put("name", "Eve");
    assertEquals("signature.mismatch", reason(verify(value), "proof"));

    ObjectNode added = signed.deepCopy().put("admin", "true");
    assertEquals("document.term.undefined", reason(verify(added), "proof"));

    ObjectNode issuer = signed.deepCopy().put("issuer", "did:web:other.example");
    assertEquals("issuer.mismatch", reason(verify(issuer), "issuer"));

    ObjectNode none = signed.deepCopy();
    none.remove("proof");
    assertEquals("proof.missing", reason(verify(none), "proof"));
    for (ObjectNode changed : List.of(value, added, issuer, none)) {
      assertFalse(verify(changed).verified());
    }
  }

  @Test
  void doesNotVerifyAnUnknownCheck() throws Exception {
    ObjectNode foreignKey = sign(template(), "{}");
    ((ObjectNode) foreignKey.get("proof")).put("verificationMethod", "did:web:other.example#k");
    assertEquals(Status.UNKNOWN, check(verify(foreignKey), "proof").status());
    assertFalse(verify(foreignKey).verified());

    ObjectNode foreignContext = sign(template(), "{}");
    ((ArrayNode) foreignContext.get("@context")).add("https://other.example/context");
    assertEquals(
        "context.unknown:https://other.example/context", reason(verify(foreignContext), "proof"));
    assertEquals(Status.UNKNOWN, check(verify(foreignContext), "proof").status());

    ObjectNode empty = Json.object();
    assertFalse(verify(empty).verified());
  }

  @Test
  void aStatusThatItCannotReadIsNotTakenForFine() throws Exception {
    ObjectNode template = template();
    template
        .putObject("credentialStatus")
        .put("id", "https://other.example/status/1#7")
        .put("type", "StatusList2021Entry");

    VerificationView view = verify(sign(template, "{}"));

    assertEquals(Status.OK, check(view, "proof").status());
    assertEquals(Status.UNKNOWN, check(view, "revocation").status());
    assertEquals("status.unknown", reason(view, "revocation"));
    assertFalse(view.verified());
  }

  @Test
  void noticesWhenInlineContextsAreExchanged() throws Exception {
    ObjectNode template = template();
    ((ArrayNode) template.get("@context"))
        .addObject()
        .put("name", "https://example.org/#name")
        .put("rival", "https://example.org/#rival")
        .put("Person", "https://example.org/#Person");
    ((ObjectNode) template.get("credentialSubject")).put("rival", "{{rival}}");
    ObjectNode signed = sign(template, "{\"name\": \"Ada\", \"rival\": \"Eve\"}");
    assertTrue(verify(signed).verified());

    ObjectNode swapped = signed.deepCopy();
    ((ObjectNode) swapped.at("/@context/1"))
        .put("name", "https://example.org/#rival")
        .put("rival", "https://example.org/#name");
    ((ObjectNode) swapped.get("credentialSubject")).put("name", "Eve").put("rival", "Ada");

    assertEquals("context.exchanged", reason(verify(swapped), "proof"));
    assertFalse(verify(swapped).verified());
  }

  @Test
  void checksDates() throws Exception {
    ObjectNode expired = template().put("expirationDate", "2020-01-01T00:00:00Z");
    assertEquals("expired", reason(verify(sign(expired, "{}")), "expiry"));

    ObjectNode early = template().put("issuanceDate", "2999-01-01T00:00:00Z");
    assertEquals("not-yet-valid", reason(verify(sign(early, "{}")), "expiry"));

    ObjectNode lasting = template().put("expirationDate", "2999-01-01T00:00:00Z");
    assertTrue(verify(sign(lasting, "{}")).verified());
  }

  @Test
  void dataCannotChangeWhatIsSigned() throws Exception {
    String hostile = "\\\", \\\"admin\\\": \\\"true";
    ObjectNode signed = sign(template(), "{\"name\": \"" + hostile + " & <b> \\\\ {{x}}\"}");

    assertEquals(
        "\", \"admin\": \"true & <b> \\ {{x}}", signed.at("/credentialSubject/name").textValue());
    assertEquals(List.of("type", "name"), names(signed.get("credentialSubject")));
    assertTrue(verify(signed).verified());
  }

  @Test
  void pointsAtWhatCannotBeSigned() {
    ObjectNode template = template();
    ((ObjectNode) template.get("credentialSubject")).put("id", "{{id}}");
    Failure failure =
        failureOf(CredentialOperations.SIGN_CREDENTIAL, request(template, "{\"id\": \"no iri\"}"));

    assertEquals(FailureKind.INVALID, failure.kind());
    assertEquals(
        List.of("/credentialTemplate/credentialSubject/id"),
        failure.violations().stream().map(Violation::pointer).toList());
  }

  @Test
  void namesTheMissingMemberOfARequest() {
    Failure failure =
        failureOf(
            CredentialOperations.SIGN_CREDENTIAL,
            new SignCredentialRequest(JsonBytes.of("{}"), null));
    assertEquals("/credentialTemplate", failure.violations().getFirst().pointer());
    assertFails(
        FailureKind.INVALID,
        CredentialOperations.VERIFY_CREDENTIAL,
        new VerifyCredentialRequest(null));
    assertFails(
        FailureKind.INVALID,
        CredentialOperations.VERIFY_CREDENTIAL,
        new VerifyCredentialRequest(JsonBytes.of("[]")));
  }

  @Test
  void refusesContextsFromElsewhere() {
    ObjectNode template = template();
    ((ArrayNode) template.get("@context")).add("http://127.0.0.1:1/context.json");
    Failure failure = failureOf(CredentialOperations.SIGN_CREDENTIAL, request(template, "{}"));
    assertEquals("context.unknown", failure.violations().getFirst().rule());
    assertEquals("/credentialTemplate/@context/1", failure.violations().getFirst().pointer());
  }

  @Test
  void signsOnlyForCallersWithAToken() {
    FailureException refused =
        assertThrows(
            FailureException.class,
            () ->
                service.request(
                    CredentialOperations.SIGN_CREDENTIAL,
                    request(template(), "{}"),
                    Caller.NOBODY));
    assertEquals(FailureKind.UNAUTHENTICATED, refused.failure().kind());
  }

  @Test
  void givesEveryIssuerAKeyOfItsOwn() throws Exception {
    String other = "did:web:school.example";
    makeIssuer(new CreateIssuerRequest(other, null));
    ObjectNode ours = sign(template(), "{}");
    ObjectNode theirs = sign(template().put("issuer", other), "{}");

    assertEquals(other, theirs.get("issuer").textValue());
    assertEquals(other + "#key-1", theirs.at("/proof/verificationMethod").textValue());
    assertTrue(verify(theirs).verified());

    ObjectNode claimed = ours.deepCopy().put("issuer", other);
    assertFalse(verify(claimed).verified());
    ObjectNode borrowed = theirs.deepCopy();
    borrowed.set("proof", ours.get("proof"));
    assertFalse(verify(borrowed).verified());
  }

  @Test
  void publishesTheIssuersKeys() throws Exception {
    JsonNode document =
        read(CredentialOperations.READ_DID_DOCUMENT, new ReadDidDocumentRequest(null, null));
    assertEquals(DID, document.get("id").textValue());
    assertEquals(DID + "#key-1", document.at("/assertionMethod/0").textValue());
    assertTrue(
        document
            .at("/verificationMethod/0/publicKeyPem")
            .textValue()
            .startsWith("-----BEGIN PUBLIC KEY-----"));

    makeIssuer(new CreateIssuerRequest(null, "school"));
    sign(template().put("issuer", DID + ":issuers:school"), "{}");
    JsonNode named =
        read(CredentialOperations.READ_DID_DOCUMENT, new ReadDidDocumentRequest("school", null));
    assertEquals(DID + ":issuers:school", named.get("id").textValue());
    assertFails(
        FailureKind.NOT_FOUND,
        CredentialOperations.READ_DID_DOCUMENT,
        new ReadDidDocumentRequest("nobody", null));
  }

  @Test
  void issuesWithAnIdAndAnnouncesIt() throws Exception {
    IssuedCredential issued = issue("{\"name\": \"Ada\"}");
    JsonNode credential = Json.read(issued.credential());

    assertTrue(issued.credentialId().matches("urn:uuid:[0-9a-f-]{36}"));
    assertEquals(issued.credentialId(), credential.get("id").textValue());
    assertTrue(verify(credential).verified());
    assertEquals(
        issued.credentialId(),
        service.announced("CredentialIssued", entityId).get("credentialId").textValue());
  }

  @Test
  void revokesWhatTheRegistryWithdraws() throws Exception {
    IssuedCredential issued = issue("{\"name\": \"Ada\"}");
    JsonNode credential = Json.read(issued.credential());

    withdraw(issued, CredentialWithdrawn.Reason.REVOKED);

    VerificationView view = verify(credential);
    assertFalse(view.verified());
    assertEquals("revoked", reason(view, "revocation"));
    assertEquals(
        "proof OK", checks(view).stream().filter(c -> c.startsWith("proof")).findAny().get());
    assertEquals(
        issued.credentialId(),
        service.announced("CredentialRevoked", entityId).get("credentialId").textValue());
    JsonNode record = revoked().getFirst();
    assertEquals("Student", record.get("entity").textValue());
    assertEquals(entityId, record.get("entityId").textValue());
    assertEquals(issued.credentialId(), record.get("credentialId").textValue());
    assertEquals("admin-user", record.get("userId").textValue());
    assertEquals(credential, Json.read(record.get("signedData").textValue()));
    assertTrue(record.get("signedHash").textValue().matches("[0-9a-f]{64}"));
  }

  @Test
  void verifiesByIdWhatItIssuedAndNamesNothingOfItsSubject() throws Exception {
    IssuedCredential issued = issue("{\"name\": \"Ada\"}");
    String uuid = issued.credentialId().substring("urn:uuid:".length());

    IssuedVerification found = verifyIssued(issued.credentialId());
    IssuedVerification byUuid = verifyIssued(uuid);
    withdraw(issued, CredentialWithdrawn.Reason.REVOKED);
    IssuedVerification revoked = verifyIssued(uuid);

    assertTrue(found.verification().verified());
    assertEquals(found, byUuid);
    assertEquals("Student", found.entityType());
    assertEquals(entityId, found.entityId());
    assertEquals(Json.read(issued.credential()).get("issuer").textValue(), found.issuer());
    assertFalse(found.types().contains("VerifiableCredential"));
    assertFalse(Json.write(found).text().contains("Ada"));
    assertEquals("revoked", reason(revoked.verification(), "revocation"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "urn:uuid:1", "00000000-0000-4000-8000-000000000000", "' OR 1=1", "\0"})
  void verifiesNothingByTheIdOfNoCredential(String id) {
    Failure unknown = failureOf(CredentialOperations.VERIFY_ISSUED, new VerifyIssuedRequest(id));

    assertEquals(FailureKind.NOT_FOUND, unknown.kind());
    assertEquals("credential.unknown", unknown.code());
  }

  @Test
  void reorderingMembersDoesNotEvadeRevocation() throws Exception {
    IssuedCredential issued = issue("{\"name\": \"Ada\"}");
    withdraw(issued, CredentialWithdrawn.Reason.REVOKED);

    JsonNode reordered = reversed(Json.read(issued.credential()));

    assertNotEquals(issued.credential().text(), reordered.toString());
    assertEquals("revoked", reason(verify(reordered), "revocation"));
  }

  @Test
  void actsOnAFactOnce() throws Exception {
    IssuedCredential issued = issue("{}");
    Fact fact = withdrawal(issued, CredentialWithdrawn.Reason.REVOKED);

    deliver(fact);
    deliver(fact);

    assertEquals(1, revoked().size());
  }

  @Test
  void revokesOnceWhenTwoFactsWithdrawTheSame() throws Exception {
    IssuedCredential issued = issue("{}");
    withdraw(issued, CredentialWithdrawn.Reason.REVOKED);
    withdraw(issued, CredentialWithdrawn.Reason.REVOKED);

    assertEquals(1, revoked().size());
  }

  @Test
  void revokesEverythingOfADeletedEntityThroughKafka() throws Exception {
    IssuedCredential one = issue("{\"name\": \"Ada\"}");
    IssuedCredential two = issue("{\"name\": \"Ada\"}");
    service.publish(
        Facts.of(
            RegistryFacts.ENTITY_DELETED,
            entityId,
            new EntityDeleted("Student", entityId, 3, "admin-user"),
            Calls.byNobody()));

    service.eventually(() -> revoked().size() == 2);
    assertFalse(verify(Json.read(one.credential())).verified());
    assertFalse(verify(Json.read(two.credential())).verified());
  }

  @Test
  void keepsTheNewerOfTwoCredentialsWithOneId() throws Exception {
    ObjectNode template = template().put("id", "urn:student:{{number}}");
    IssuedCredential old = issue(template, "{\"number\": \"" + entityId + "\", \"name\": \"a\"}");
    IssuedCredential next = issue(template, "{\"number\": \"" + entityId + "\", \"name\": \"b\"}");
    deliver(withdrawal(entityId, old, null, CredentialWithdrawn.Reason.REPLACED));

    assertFalse(verify(Json.read(old.credential())).verified());
    assertTrue(verify(Json.read(next.credential())).verified());

    withdraw(next, CredentialWithdrawn.Reason.REVOKED);
    assertFalse(verify(Json.read(next.credential())).verified());
  }

  @Test
  void keepsTheNewerOfTwoCredentialsWithOneIdWhereTheClockOfTheOlderCallWasAhead()
      throws Exception {
    ObjectNode template = template().put("id", "urn:student:{{number}}");
    String data = "{\"number\": \"%s\", \"name\": \"%s\"}";
    CallContext ahead = Calls.twiceByAClockAhead(Caller.NOBODY).getFirst();
    IssuedCredential old =
        await(
            service.begin(
                CredentialOperations.ISSUE_CREDENTIAL,
                issuing(template, data.formatted(entityId, "a")),
                ahead));
    IssuedCredential next = issue(template, data.formatted(entityId, "b"));
    deliver(withdrawal(entityId, old, null, CredentialWithdrawn.Reason.REPLACED));

    assertFalse(verify(Json.read(old.credential())).verified());
    assertTrue(verify(Json.read(next.credential())).verified());
  }

  @Test
  void aRefusedCreateLeavesTheCredentialOfAnotherEntityWithTheSameIdAsItIs() throws Exception {
    IssuedCredential held = issueNumbered(entityId, "Ada");
    String other = UUID.randomUUID().toString();
    IssuedCredential refused = issueNumbered(other, "Eve");
    assertEquals(entityId, verifyIssued(held.credentialId()).entityId());

    for (int i = 0; i < 2; i++) {
      deliver(withdrawal(other, refused, CredentialWithdrawn.Reason.REPLACED));
      refused = issueNumbered(other, "Eve " + i);
      IssuedCredential former = held;
      held = issueNumbered(entityId, "Ada " + i);
      deliver(withdrawal(entityId, former, CredentialWithdrawn.Reason.REPLACED));
      assertFalse(verify(Json.read(former.credential())).verified());
    }
    deliver(withdrawal(other, refused, CredentialWithdrawn.Reason.REPLACED));

    assertFalse(verify(Json.read(refused.credential())).verified());
    assertTrue(verify(Json.read(held.credential())).verified());
    IssuedVerification found = verifyIssued(held.credentialId());
    assertEquals(entityId, found.entityId());
    assertTrue(found.verification().verified());
  }

  @Test
  void ofCredentialsOfOneIdTheOneThatAnEntityHasIsVerified() throws Exception {
    IssuedCredential earlier = issueNumbered(UUID.randomUUID().toString(), "Eve");
    IssuedCredential held = issueNumbered(entityId, "Ada");
    issueNumbered(UUID.randomUUID().toString(), "Eva");
    HELD.add(Sha256.hex(held.credential().text()));

    int asked = ASKED.get();
    IssuedVerification found = verifyIssued(held.credentialId());

    assertEquals(asked + 1, ASKED.get());
    assertEquals(0L, found.entityVersion());
    assertEquals(earlier.credentialId(), held.credentialId());
    assertEquals(entityId, found.entityId());
    assertTrue(found.verification().verified());
  }

  @Test
  void idThatCredentialsOfSeveralEntitiesHaveLeadsToNone() throws Exception {
    IssuedCredential ofAda = issueNumbered(entityId, "Ada");
    HELD.add(Sha256.hex(ofAda.credential().text()));
    FindIssuedRequest request = new FindIssuedRequest(ofAda.credentialId());
    assertEquals(
        entityId,
        service.request(CredentialOperations.FIND_ISSUED, request, Caller.NOBODY).entityId());

    IssuedCredential ofEva = issueNumbered(UUID.randomUUID().toString(), "Eva");
    HELD.add(Sha256.hex(ofEva.credential().text()));
    assertEquals(
        "credential.id.shared", failureOf(CredentialOperations.FIND_ISSUED, request).code());
  }

  @Test
  void idOfWhichAnotherEntityHadARevokedCredentialVerifiesNone() throws Exception {
    IssuedCredential ofAda = issueNumbered(entityId, "Ada");
    withdraw(ofAda, CredentialWithdrawn.Reason.REVOKED);
    REVOKED.add(entityId);
    String other = UUID.randomUUID().toString();
    for (int i = 0; i < 30; i++) {
      IssuedCredential former = issueNumbered(other, "Former " + i);
      deliver(withdrawal(other, former, CredentialWithdrawn.Reason.REPLACED));
    }
    IssuedCredential ofEva = issueNumbered(other, "Eva");
    HELD.add(Sha256.hex(ofEva.credential().text()));

    VerifyIssuedRequest request = new VerifyIssuedRequest(ofAda.credentialId());
    assertEquals(
        "credential.id.shared", failureOf(CredentialOperations.VERIFY_ISSUED, request).code());
    assertFalse(verify(Json.read(ofAda.credential())).verified());
    assertTrue(verify(Json.read(ofEva.credential())).verified());
  }

  @Test
  void aRevokedCredentialLeavesOthersOfItsIdAsTheyAre() throws Exception {
    ObjectNode template = template().put("id", "urn:student:" + entityId);
    ObjectNode signed = sign(template, "{\"name\": \"Ada\"}");
    IssuedCredential ofEva = issueNumbered(entityId, "Eva");

    withdraw(ofEva, CredentialWithdrawn.Reason.REVOKED);

    assertEquals(ofEva.credentialId(), signed.get("id").textValue());
    assertFalse(verify(Json.read(ofEva.credential())).verified());
    assertTrue(verify(signed).verified());
  }

  @Test
  void ofCredentialsOfOneEntityAndIdTheOneThatIsNamedIsWithdrawn() throws Exception {
    IssuedCredential former = issueNumbered(entityId, "a");
    IssuedCredential stored = issueNumbered(entityId, "b");
    IssuedCredential refused = issueNumbered(entityId, "c");
    withdraw(former, CredentialWithdrawn.Reason.REPLACED);
    withdraw(refused, CredentialWithdrawn.Reason.REPLACED);

    assertFalse(verify(Json.read(former.credential())).verified());
    assertTrue(verify(Json.read(stored.credential())).verified());
    assertFalse(verify(Json.read(refused.credential())).verified());
    assertTrue(verifyIssued(stored.credentialId()).verification().verified());
  }

  @Test
  void aWithdrawalOfAFormerVersionComparesTheCredentialsOfOneEntity() throws Exception {
    IssuedCredential held = issueNumbered(entityId, "Ada");
    String other = UUID.randomUUID().toString();
    IssuedCredential refused = issueNumbered(other, "Eve");
    deliver(withdrawal(other, refused, null, CredentialWithdrawn.Reason.REPLACED));

    assertFalse(verify(Json.read(refused.credential())).verified());
    assertTrue(verify(Json.read(held.credential())).verified());
  }

  @Test
  void showsRevokedCredentialsToAdminsOnly() {
    FailureException refused =
        assertThrows(
            FailureException.class,
            () ->
                service.request(
                    CredentialOperations.SEARCH_REVOKED,
                    new SearchRevokedRequest(JsonBytes.of("{}")),
                    RunningService.SOMEBODY));
    assertEquals(FailureKind.FORBIDDEN, refused.failure().kind());
    assertFails(
        FailureKind.FORBIDDEN, CredentialOperations.READ_REVOKED, new ReadRevokedRequest("x"));
  }

  @Test
  void signsForHoldersOfASignerRoleOnly() {
    FailureException refused =
        assertThrows(
            FailureException.class,
            () ->
                service.request(
                    CredentialOperations.SIGN_CREDENTIAL,
                    request(template(), "{}"),
                    Callers.user("somebody-else", "student")));
    assertEquals(FailureKind.FORBIDDEN, refused.failure().kind());
  }

  @Test
  void makesIssuersForAdminsOnly() {
    CreateIssuerRequest request = new CreateIssuerRequest("did:web:made.example", null);
    assertFails(FailureKind.FORBIDDEN, IssuerOperations.CREATE_ISSUER, request);
    FailureException nobody =
        assertThrows(
            FailureException.class,
            () -> service.request(IssuerOperations.CREATE_ISSUER, request, Caller.NOBODY));
    assertEquals(FailureKind.UNAUTHENTICATED, nobody.failure().kind());
    for (CreateIssuerRequest wrong :
        List.of(
            new CreateIssuerRequest(null, null),
            new CreateIssuerRequest("did:web:a.example", "a"),
            new CreateIssuerRequest("no iri", null),
            new CreateIssuerRequest(null, "../x"))) {
      FailureException refused =
          assertThrows(FailureException.class, () -> makeIssuer(wrong), wrong.toString());
      assertEquals(FailureKind.INVALID, refused.failure().kind());
    }
  }

  @Test
  void refusesAnIssuerThatIsNotRegistered() {
    Failure failure =
        failureOf(
            CredentialOperations.SIGN_CREDENTIAL,
            request(template().put("issuer", "did:web:nobody.example"), "{}"));
    assertEquals("credential.issuer.unregistered", failure.code());
    assertEquals(FailureKind.INVALID, failure.kind());
    assertEquals("/credentialTemplate/issuer", failure.violations().getFirst().pointer());
  }

  /** Under a base, "Ann Lee" and "Bob Roe" are one identifier; null takes a type's meaning away. */
  @Test
  void signsAndVerifiesNothingUnderABaseOrANullTerm() throws Exception {
    for (String context : List.of("{\"@base\": \"https://reg.example/\"}", "{\"Doctor\": null}")) {
      ObjectNode template = template();
      ((ArrayNode) template.get("@context")).add(Json.read(context));
      ((ObjectNode) template.get("credentialSubject")).put("id", "Ann Lee");
      Failure refused =
          failureOf(CredentialOperations.SIGN_CREDENTIAL, request(template, "{\"name\": \"Ada\"}"));
      assertEquals(FailureKind.INVALID, refused.kind());
      String pointer = refused.violations().getFirst().pointer();
      assertTrue(pointer.startsWith("/credentialTemplate/@context/1/"), pointer);

      ObjectNode signed = sign(template(), "{\"name\": \"Ada\"}");
      ((ArrayNode) signed.get("@context")).add(Json.read(context));
      VerificationView view = verify(signed);
      assertFalse(view.verified());
      assertEquals(Status.UNKNOWN, check(view, "proof").status());
      String reason = check(view, "proof").reason();
      assertTrue(reason.startsWith("context.unsupported:/@context/"), reason);
    }
  }

  @Test
  void signsAndIsHealthyWhileVerificationsOfOneCallerFillTheirQueue() throws Exception {
    ObjectNode signed = sign(template(), "{}");
    ArrayNode nodes = signed.putArray("credentialSubject");
    for (int graph = 0; graph < 30; graph++) {
      for (int i = 0; i < 9; i++) {
        ObjectNode node = nodes.addObject().put("id", "_:g" + graph + "n" + i);
        ArrayNode others = node.putArray("urn:x:knows");
        for (int j = 0; j < 9; j++) {
          others.addObject().put("id", "_:g" + graph + "n" + j);
        }
      }
    }
    VerifyCredentialRequest hostile = new VerifyCredentialRequest(Json.write(signed));
    Caller flooding = new Caller("flood", null, Set.of(), Set.of(), Set.of(), false);
    List<Future<VerificationView>> flood = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      flood.add(service.begin(CredentialOperations.VERIFY_CREDENTIAL, hostile, flooding));
    }

    for (int i = 0; i < 5; i++) {
      sign(template(), "{}");
    }
    assertTrue(await(service.health().ready()).checks().stream().allMatch(c -> c.healthy()));
    read(CredentialOperations.READ_DID_DOCUMENT, new ReadDidDocumentRequest(null, null));
    assertTrue(flood.stream().anyMatch(one -> !one.isComplete()), "the flood was over already");
    await(Future.join(flood).otherwiseEmpty());
    for (Future<VerificationView> one : flood) {
      assertTrue(
          one.succeeded()
              ? !one.result().verified()
              : Set.of(FailureKind.UNAVAILABLE, FailureKind.TIMEOUT, FailureKind.RATE_LIMITED)
                  .contains(((FailureException) one.cause()).failure().kind()),
          () -> String.valueOf(one.cause()));
    }
  }

  @Test
  void refusesIdsThatAreTooLongToBeFound() {
    ObjectNode template = template().put("id", "urn:{{x}}");
    FailureException refused =
        assertThrows(
            FailureException.class,
            () -> issue(template, "{\"x\": \"" + "a".repeat(3_000) + "\"}"));
    assertEquals(FailureKind.INVALID, refused.failure().kind());
    assertEquals("/credentialTemplate/id", refused.failure().violations().getFirst().pointer());
  }

  @Test
  void repliesToAnyNameOfAPublicResource() {
    for (String name : List.of("", "0", "%00", "a\u0000b", "../x", "x".repeat(100_000))) {
      assertFails(
          FailureKind.NOT_FOUND, CredentialOperations.READ_CONTEXT, new ReadContextRequest(name));
      FailureException issuer =
          assertThrows(
              FailureException.class,
              () ->
                  service.request(
                      CredentialOperations.READ_DID_DOCUMENT,
                      new ReadDidDocumentRequest(name, null),
                      Caller.NOBODY));
      assertTrue(
          Set.of(FailureKind.INVALID, FailureKind.NOT_FOUND).contains(issuer.failure().kind()));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"@context\": 7}",
        "{\"@context\": {}}",
        "{\"@context\": null}",
        "{\"@context\": [[[[[[[[[[\"x\"]]]]]]]]]]}",
        "{\"@context\": [{\"a\": {\"@id\": 5}}]}",
        "{\"@graph\": [[[]]]}",
        "{\"issuanceDate\": \"99999-01-01T00:00:00Z\"}",
        "{\"issuanceDate\": \"-0001-01-01T00:00:00Z\"}",
        "{\"issuanceDate\": \"2026-02-30T25:61:61+99:99\"}",
        "{\"expirationDate\": \"9999-12-31T23:59:59.999999999-18:00\"}",
        "{\"expirationDate\": {\"@value\": 5}}",
        "{\"issuer\": {\"id\": [7]}}",
        "{\"issuer\": []}",
        "{\"type\": {\"a\": 1}}",
        "{\"id\": 1e300}",
        "{\"credentialSubject\": {\"@value\": {\"a\": 1}, \"@type\": \"@json\"}}",
        "{\"credentialSubject\": {\"@list\": [{\"@set\": [1]}]}}",
        "{\"credentialStatus\": 5}"
      })
  void repliesToAnyMemberOfARequest(String members) throws Exception {
    ObjectNode changed = sign(template(), "{}");
    changed.setAll((ObjectNode) Json.read(members));
    assertFalse(verify(changed).verified());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\": 5}",
        "{\"type\": [\"RsaSignature2018\"]}",
        "{\"created\": \"+999999999-12-31T23:59:59Z\"}",
        "{\"created\": {}}",
        "{\"created\": \"yesterday\"}",
        "{\"verificationMethod\": 5}",
        "{\"verificationMethod\": {\"id\": \"x\"}}",
        "{\"verificationMethod\": \"\"}",
        "{\"proofPurpose\": []}",
        "{\"jws\": 5}",
        "{\"jws\": \"\"}",
        "{\"jws\": \"....\"}",
        "{\"jws\": \"!!..??\"}",
        "{\"jws\": \"e30..\"}",
        "{\"jws\": \"W10..AAAA\"}",
        "{\"more\": {\"a\": [1, 2, {\"b\": \"c\"}]}}",
        "{\"@context\": [[[]]]}"
      })
  void repliesToAnyMemberOfAProof(String members) throws Exception {
    ObjectNode changed = sign(template(), "{}");
    ((ObjectNode) changed.get("proof")).setAll((ObjectNode) Json.read(members));
    assertFalse(verify(changed).verified());
  }

  private static void makeIssuer(CreateIssuerRequest request) throws Exception {
    service.request(IssuerOperations.CREATE_ISSUER, request, RunningService.ADMIN);
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

  private static SignCredentialRequest request(JsonNode template, String data) {
    return new SignCredentialRequest(JsonBytes.of(data), Json.write(template));
  }

  private static ObjectNode sign(JsonNode template, String data) throws Exception {
    return (ObjectNode)
        Json.read(
            service
                .request(
                    CredentialOperations.SIGN_CREDENTIAL,
                    request(template, data),
                    RunningService.SOMEBODY)
                .credential());
  }

  private IssuedCredential issue(String data) throws Exception {
    return issue(template(), data);
  }

  private IssuedCredential issue(JsonNode template, String data) throws Exception {
    return service.request(
        CredentialOperations.ISSUE_CREDENTIAL, issuing(template, data), Caller.NOBODY);
  }

  private IssueCredentialRequest issuing(JsonNode template, String data) throws Exception {
    return new IssueCredentialRequest(
        "Student", entityId, null, Json.write(template), JsonBytes.of(data));
  }

  private static VerificationView verify(JsonNode credential) throws Exception {
    return service.request(
        CredentialOperations.VERIFY_CREDENTIAL,
        new VerifyCredentialRequest(Json.write(credential)),
        Caller.NOBODY);
  }

  private static IssuedVerification verifyIssued(String id) throws Exception {
    return service.request(
        CredentialOperations.VERIFY_ISSUED, new VerifyIssuedRequest(id), Caller.NOBODY);
  }

  /** A credential of an id that others have too. */
  private IssuedCredential issueNumbered(String entity, String name) throws Exception {
    ObjectNode template = template().put("id", "urn:student:{{number}}");
    String data = "{\"number\": \"%s\", \"name\": \"%s\"}".formatted(entityId, name);
    return service.request(
        CredentialOperations.ISSUE_CREDENTIAL,
        new IssueCredentialRequest(
            "Student", entity, null, Json.write(template), JsonBytes.of(data)),
        Caller.NOBODY);
  }

  private Fact withdrawal(IssuedCredential issued, CredentialWithdrawn.Reason reason) {
    return withdrawal(entityId, issued, reason);
  }

  private static Fact withdrawal(
      String entity, IssuedCredential issued, CredentialWithdrawn.Reason reason) {
    return withdrawal(entity, issued, Sha256.hex(issued.credential().text()), reason);
  }

  private static Fact withdrawal(
      String entity, IssuedCredential issued, String digest, CredentialWithdrawn.Reason reason) {
    CredentialWithdrawn withdrawn =
        new CredentialWithdrawn(
            "Student", entity, issued.credentialId(), digest, "admin-user", reason);
    return Facts.of(RegistryFacts.CREDENTIAL_WITHDRAWN, entity, withdrawn, Calls.byNobody());
  }

  private void withdraw(IssuedCredential issued, CredentialWithdrawn.Reason reason)
      throws Exception {
    deliver(withdrawal(issued, reason));
  }

  private static Done deliver(Fact fact) throws Exception {
    return service.request(Fact.deliveryTo("credential"), fact, Caller.NOBODY);
  }

  private List<JsonNode> revoked() throws Exception {
    String query = "{\"filters\": {\"entityId\": {\"eq\": \"%s\"}}}".formatted(entityId);
    return service
        .request(
            CredentialOperations.SEARCH_REVOKED,
            new SearchRevokedRequest(JsonBytes.of(query)),
            RunningService.ADMIN)
        .data()
        .stream()
        .map(Json::read)
        .toList();
  }

  private static <Q> JsonNode read(
      Operation<Q, org.attestry.contracts.credential.CredentialOperations.PublicDocument> operation,
      Q request)
      throws Exception {
    return Json.read(service.request(operation, request, Caller.NOBODY).document());
  }

  private static <Q> Failure failureOf(Operation<Q, ?> operation, Q request) {
    return assertThrows(
            FailureException.class,
            () -> service.request(operation, request, RunningService.SOMEBODY))
        .failure();
  }

  private static <Q> void assertFails(FailureKind kind, Operation<Q, ?> operation, Q request) {
    assertEquals(kind, failureOf(operation, request).kind());
  }

  private static Set<String> checks(VerificationView view) {
    return Set.copyOf(
        view.checks().stream().map(check -> check.check() + " " + check.status()).toList());
  }

  private static Check check(VerificationView view, String name) {
    return view.checks().stream().filter(c -> c.check().equals(name)).findFirst().orElseThrow();
  }

  private static String reason(VerificationView view, String name) {
    return check(view, name).reason();
  }

  private static List<String> names(JsonNode object) {
    return object.properties().stream().map(Map.Entry::getKey).toList();
  }

  private static JsonNode reversed(JsonNode node) {
    if (!node.isObject()) {
      return node;
    }
    ObjectNode reversed = Json.object();
    List<Map.Entry<String, JsonNode>> members = List.copyOf(node.properties()).reversed();
    members.forEach(member -> reversed.set(member.getKey(), reversed(member.getValue())));
    return reversed;
  }
}
