package org.attestry.credential;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.attestry.contracts.credential.CredentialOperations.ISSUE_CREDENTIAL;
import static org.attestry.contracts.credential.CredentialOperations.READ_DID_DOCUMENT;
import static org.attestry.contracts.credential.CredentialOperations.SIGN_AS_JWT;
import static org.attestry.contracts.credential.CredentialOperations.SIGN_CREDENTIAL;
import static org.attestry.contracts.credential.CredentialOperations.VERIFY_CREDENTIAL;
import static org.attestry.contracts.credential.IssuerOperations.REVOKE_KEY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Fact;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.IssueCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadDidDocumentRequest;
import org.attestry.contracts.credential.CredentialOperations.SignAsJwtRequest;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.credential.IssuerOperations.RevokeKeyRequest;
import org.attestry.contracts.registry.CredentialWithdrawn;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.credential.suite.OtherSignature;
import org.attestry.runtime.config.SettingsException;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.outbox.Facts;
import org.attestry.testkit.Calls;
import org.attestry.testkit.servers.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Templates and the setting choose the suite, and every suite's credentials are verified alike. */
class SuitesIT {

  private static final String V1 = "https://www.w3.org/2018/credentials/v1";
  private static final String V2 = "https://www.w3.org/ns/credentials/v2";
  private static final String ED25519 = "{\"type\": \"Ed25519Signature2020\"}";
  private static final String RDFC =
      "{\"type\": \"DataIntegrityProof\", \"cryptosuite\": \"eddsa-rdfc-2022\"}";

  private static TestDatabase database;
  private static RunningService service;

  @BeforeAll
  static void start() throws Exception {
    database = RunningService.migratedDatabase();
    service =
        RunningService.start(
            database,
            Map.of("PUBLIC_URL", "https://registry.example", "PROOF_SUITE", "ecdsa-rdfc-2019"));
  }

  @AfterAll
  static void stop() throws Exception {
    service.stop();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\": \"RsaSignature2018\"}",
        ED25519,
        RDFC,
        "{\"type\": \"DataIntegrityProof\", \"cryptosuite\": \"eddsa-jcs-2022\"}",
        "{\"type\": \"DataIntegrityProof\", \"cryptosuite\": \"ecdsa-rdfc-2019\"}"
      })
  void signsWithTheSuiteThatTheTemplateNames(String proof) throws Exception {
    for (ObjectNode template : List.of(template(V1), template(V2))) {
      template.set("proof", Json.read(proof));
      for (ObjectNode signed : List.of(sign(template), issue(template))) {
        JsonNode made = signed.get("proof");
        Json.read(proof)
            .properties()
            .forEach(named -> assertEquals(named.getValue(), made.get(named.getKey())));
        assertTrue(verify(signed).verified(), () -> verifyQuietly(signed) + " " + signed);

        ((ObjectNode) signed.get("credentialSubject")).put("name", "Eve");
        Check refused = verify(signed).checks().getFirst();
        assertEquals(Status.NOK, refused.status());
        assertEquals("signature.mismatch", refused.reason());
      }
    }
  }

  @Test
  void signsWithTheSuiteOfTheSettingWhereTheTemplateNamesNone() throws Exception {
    ObjectNode signed = sign(template(V2));
    assertEquals("ecdsa-rdfc-2019", signed.at("/proof/cryptosuite").textValue());
    assertTrue(verify(signed).verified());
    JsonNode methods = Json.read(didDocument()).get("verificationMethod");
    assertTrue(methods.findValuesAsText("id").contains(method(signed)), methods.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\": \"BbsBlsSignature2020\"}",
        "{\"type\": \"DataIntegrityProof\"}",
        "{\"type\": \"RsaSignature2018\", \"cryptosuite\": \"eddsa-rdfc-2022\"}",
        "{\"type\": \"DataIntegrityProof\", \"cryptosuite\": \"bbs-2023\"}",
        "{\"type\": \"Ed25519Signature2020\", \"created\": \"2020-01-01T00:00:00Z\"}",
        "\"eddsa-rdfc-2022\"",
        "{\"type\": \"vc+jwt\"}",
        "{\"type\": \"vc+jwt\", \"alg\": \"HS256\"}",
        "{\"type\": \"RsaSignature2018\", \"alg\": \"PS256\"}",
        "[]"
      })
  void refusesTemplatesThatNameNoSuiteThatSigns(String proof) {
    ObjectNode template = template(V2);
    template.set("proof", Json.read(proof));
    Failure refused = assertThrows(FailureException.class, () -> sign(template)).failure();
    assertEquals("/credentialTemplate/proof", refused.violations().getFirst().pointer());
  }

  @Test
  void namesSuitesThatItDoesNotVerify() throws Exception {
    ObjectNode signed = sign(template(V2));
    ((ObjectNode) signed.get("proof")).put("cryptosuite", "bbs-2023");
    assertEquals(
        new Check("proof", Status.UNKNOWN, "suite.unsupported:bbs-2023"),
        verify(signed).checks().getFirst());
    ((ObjectNode) signed.get("proof"))
        .put("cryptosuite", "ecdsa-rdfc-2019")
        .put("previousProof", "urn:x");
    assertEquals("form.unsupported:previousProof", verify(signed).checks().getFirst().reason());
  }

  @Test
  void verifiesEachProofOfASet() throws Exception {
    ObjectNode template = template(V2);
    ((ArrayNode) template.get("@context")).add("https://w3id.org/security/suites/ed25519-2020/v1");
    ObjectNode signed = sign(template);
    template.set("proof", Json.read(ED25519));
    JsonNode second = sign(template).get("proof");
    JsonNode first = signed.get("proof");
    signed.putArray("proof").add(first).add(second);
    VerificationView both = verify(signed);
    assertTrue(both.verified(), both.toString());
    assertEquals(2, both.checks().stream().filter(one -> one.check().equals("proof")).count());

    ((ObjectNode) signed.at("/proof/1")).put("created", "2026-01-01T00:00:00Z");
    VerificationView changed = verify(signed);
    assertFalse(changed.verified());
    assertEquals("signature.mismatch", changed.checks().get(1).reason());
    assertEquals(Status.OK, changed.checks().getFirst().status());
  }

  @ParameterizedTest
  @ValueSource(strings = {"bbs-2023", "vc+jwt/ES256"})
  void doesNotStartWithASuiteThatMakesNoProofs(String suite) {
    Map<String, String> settings =
        Map.of("PUBLIC_URL", "https://registry.example", "PROOF_SUITE", suite);
    SettingsException refused =
        assertThrows(SettingsException.class, () -> RunningService.start(settings));
    assertTrue(refused.getMessage().startsWith("PROOF_SUITE: " + suite), refused.getMessage());
  }

  /** The digest of a stored credential's contexts is found by its signature. */
  @Test
  void findsWhatItIssuedByBothSignaturesThatEcdsaHas() throws Exception {
    ObjectNode template = template(V1);
    ((ArrayNode) template.get("@context")).addObject().put("name", "https://schema.org/name");
    ObjectNode issued = issue(template);
    assertTrue(verify(issued).verified());

    ObjectNode proof = (ObjectNode) issued.get("proof");
    proof.put("proofValue", OtherSignature.of(proof.get("proofValue").textValue()));
    VerificationView other = verify(issued);
    assertTrue(other.verified(), other.toString());

    ((ObjectNode) issued.at("/@context/1")).put("extra", "https://schema.org/extra");
    assertEquals("context.exchanged", verify(issued).checks().getFirst().reason());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ES256", "EdDSA", "PS256"})
  void signsInAJwtAndVerifiesItAsTextAndAsEnvelope(String algorithm) throws Exception {
    ObjectNode signed = sign(jwtTemplate(algorithm));
    String jwt = jwt(signed);
    assertTrue(verify(signed).verified(), () -> verifyQuietly(signed).toString());
    assertTrue(verify(TextNode.valueOf(jwt)).verified());

    String other = jwt.substring(0, jwt.lastIndexOf('.')) + "." + "A".repeat(86);
    VerificationView refused = verify(TextNode.valueOf(other));
    assertFalse(refused.verified());
    assertEquals(Status.NOK, refused.checks().getFirst().status());
    assertEquals(
        "envelope.members",
        verify(signed.put("issuer", "did:web:eve.example")).checks().getFirst().reason());
  }

  @Test
  void verifiesNoJwtWhoseCredentialWasExchanged() throws Exception {
    String jwt = jwt(sign(jwtTemplate("EdDSA")));
    ObjectNode other = sign(template(V2));
    JsonNode header =
        Json.read(new String(Base64.getUrlDecoder().decode(jwt.split("\\.")[0]), UTF_8));
    other
        .putObject("proof")
        .put("type", "vc+jwt")
        .put("alg", "EdDSA")
        .put("jwt", jwt)
        .set("verificationMethod", header.get("kid"));
    ((ObjectNode) other.get("credentialSubject")).put("name", "Eve");
    assertEquals("jwt.document", verify(other).checks().getFirst().reason());
  }

  @Test
  void refusesToStoreAJwtAndToPutTheDataModel11InOne() {
    ObjectNode template = jwtTemplate("ES256");
    Failure refused = assertThrows(FailureException.class, () -> issue(template)).failure();
    assertEquals("/credentialTemplate/proof", refused.violations().getFirst().pointer());
    template.putArray("@context").add(V1);
    refused = assertThrows(FailureException.class, () -> sign(template)).failure();
    assertEquals("/credentialTemplate/@context/0", refused.violations().getFirst().pointer());
  }

  /** A JWT has them as claims, and its credential is read without them. */
  @ParameterizedTest
  @ValueSource(strings = {"iss", "iat", "exp", "nbf", "jti", "sub"})
  void putsNoMemberInAJwtThatIsAClaim(String claim) throws Exception {
    ObjectNode template = jwtTemplate("ES256").put(claim, "urn:x");
    Failure refused = assertThrows(FailureException.class, () -> sign(template)).failure();
    assertEquals("/credentialTemplate/" + claim, refused.violations().getFirst().pointer());

    template.remove("proof");
    JsonBytes stored = issue(UUID.randomUUID().toString(), template);
    refused = assertThrows(FailureException.class, () -> asJwt(stored)).failure();
    assertEquals("credential.jwt.form", refused.code());
  }

  /** For each type of key, with terms of a generated context. */
  @ParameterizedTest
  @ValueSource(strings = {"{\"type\": \"RsaSignature2018\"}", ED25519, "null"})
  void signsWhatItIssuedAsAJwtThatIsRevokedWithIt(String proof) throws Exception {
    ObjectNode template = template(V2).put("id", "urn:fixed:" + UUID.randomUUID());
    if (!proof.equals("null")) {
      template.set("proof", Json.read(proof));
    }
    String entity = UUID.randomUUID().toString();
    revoke(entity, issue(entity, template));
    JsonBytes credential = issue(entity, template);
    String jwt = asJwt(credential);
    assertTrue(verify(TextNode.valueOf(jwt)).verified(), () -> jwt);

    revoke(entity, credential);
    assertEquals(
        new Check("revocation", Status.NOK, "revoked"),
        verify(TextNode.valueOf(jwt)).checks().stream()
            .filter(one -> one.check().equals("revocation"))
            .findFirst()
            .orElseThrow());
    Failure refused = assertThrows(FailureException.class, () -> asJwt(credential)).failure();
    assertEquals(FailureKind.NOT_ACCEPTABLE, refused.kind());
  }

  @Test
  void signsNothingAsAJwtWhoseKeyIsRevoked() throws Exception {
    JsonBytes credential = issue(UUID.randomUUID().toString(), template(V2));
    assertTrue(verify(TextNode.valueOf(asJwt(credential))).verified());
    String method = method((ObjectNode) Json.read(credential));
    service.request(REVOKE_KEY, new RevokeKeyRequest(method), RunningService.ADMIN);
    JsonBytes next = issue(UUID.randomUUID().toString(), template(V2));

    Failure refused = assertThrows(FailureException.class, () -> asJwt(credential)).failure();

    assertEquals("credential.jwt.form", refused.code());
    assertTrue(verify(TextNode.valueOf(asJwt(next))).verified());
  }

  @Test
  void aRevokedCredentialOfTheSameContentDecidesOnlyForItsOwnProof() throws Exception {
    JsonBytes credential = issue(UUID.randomUUID().toString(), template(V2));
    String id = Json.read(credential).get("id").textValue();
    String jwt = asJwt(credential);
    database.execute(
        """
        INSERT INTO issued_credential (
          id, credential_id, entity_type, entity_id, issuer, signed_hash, proof_hash,
          context_digest, credential, issued_at, revoked_at, suspended_at)
        SELECT gen_random_uuid(), credential_id, entity_type, entity_id, issuer, signed_hash,
          'other', context_digest, credential, issued_at, now(), now()
        FROM issued_credential WHERE credential_id = '%s'
        """
            .formatted(id));
    assertTrue(verify(TextNode.valueOf(jwt)).verified());
    assertTrue(verify(Json.read(credential)).verified());

    database.execute(
        """
        UPDATE issued_credential
        SET revoked_at = CASE proof_hash WHEN 'other' THEN NULL ELSE now() END, suspended_at = NULL
        WHERE credential_id = '%s'
        """
            .formatted(id));
    assertTrue(verify(TextNode.valueOf(jwt)).verified());
    assertFalse(verify(Json.read(credential)).verified());
  }

  @Test
  void signsNothingElseAsAJwt() throws Exception {
    JsonBytes unlisted = Json.write(sign(template(V2)));
    JsonBytes first = issue(UUID.randomUUID().toString(), template(V1));
    ObjectNode changed = (ObjectNode) Json.read(issue(UUID.randomUUID().toString(), template(V2)));
    ((ObjectNode) changed.get("credentialSubject")).put("name", "Eve");
    for (JsonBytes other : List.of(unlisted, first, Json.write(changed), JsonBytes.of("[]"))) {
      Failure refused = assertThrows(FailureException.class, () -> asJwt(other)).failure();
      assertEquals("credential.jwt.form", refused.code());
    }
  }

  private static String asJwt(JsonBytes credential) throws Exception {
    return service.request(SIGN_AS_JWT, new SignAsJwtRequest(credential), Caller.NOBODY).jwt();
  }

  private static void revoke(String entity, JsonBytes credential) throws Exception {
    CredentialWithdrawn withdrawn =
        new CredentialWithdrawn(
            "Student",
            entity,
            Json.read(credential).get("id").textValue(),
            null,
            "u",
            CredentialWithdrawn.Reason.REVOKED);
    service.request(
        Fact.deliveryTo("credential"),
        Facts.of(RegistryFacts.CREDENTIAL_WITHDRAWN, entity, withdrawn, Calls.byNobody()),
        Caller.NOBODY);
  }

  private static ObjectNode jwtTemplate(String algorithm) {
    ObjectNode template = template(V2);
    template.putObject("proof").put("type", "vc+jwt").put("alg", algorithm);
    return template;
  }

  private static String jwt(JsonNode enveloped) {
    return enveloped.get("id").textValue().substring("data:application/vc+jwt,".length());
  }

  private static String didDocument() throws Exception {
    return service
        .request(READ_DID_DOCUMENT, new ReadDidDocumentRequest(null, null), Caller.NOBODY)
        .document()
        .text();
  }

  private static String method(JsonNode signed) {
    return signed.at("/proof/verificationMethod").textValue();
  }

  private static ObjectNode template(String context) {
    ObjectNode template =
        (ObjectNode)
            Json.read(
                """
                {
                  "@context": ["%s"],
                  "type": ["VerifiableCredential", "SkillCredential"],
                  "issuer": "did:web:registry.example",
                  "credentialSubject": {"name": "{{name}}", "marks": [1.5, "a"]}
                }
                """
                    .formatted(context));
    return template;
  }

  private static ObjectNode sign(JsonNode template) throws Exception {
    SignCredentialRequest request =
        new SignCredentialRequest(JsonBytes.of("{\"name\": \"Ada\"}"), Json.write(template));
    return (ObjectNode)
        Json.read(service.request(SIGN_CREDENTIAL, request, RunningService.SOMEBODY).credential());
  }

  private static ObjectNode issue(JsonNode template) throws Exception {
    return (ObjectNode) Json.read(issue(UUID.randomUUID().toString(), template));
  }

  private static JsonBytes issue(String entity, JsonNode template) throws Exception {
    IssueCredentialRequest request =
        new IssueCredentialRequest(
            "Student", entity, null, Json.write(template), JsonBytes.of("{\"name\": \"Ada\"}"));
    return service.request(ISSUE_CREDENTIAL, request, Caller.NOBODY).credential();
  }

  private static VerificationView verify(JsonNode credential) throws Exception {
    return service.request(
        VERIFY_CREDENTIAL, new VerifyCredentialRequest(Json.write(credential)), Caller.NOBODY);
  }

  private static VerificationView verifyQuietly(JsonNode credential) {
    try {
      return verify(credential);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
