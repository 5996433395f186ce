package org.attestry.credential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.IssueCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A credential is called verified only if we signed it, with any change that another makes in it.
 */
class VerifiedIT {

  private static final String DID = "did:web:registry.example%3A8081";
  private static final String VOCABULARY = "https://www.w3.org/2018/credentials#";
  private static final String DATE_TIME = "http://www.w3.org/2001/XMLSchema#dateTime";
  private static final String PAST = "2020-01-01T00:00:00Z";
  private static final String FUTURE = "2999-01-01T00:00:00Z";

  private static RunningService service;

  @BeforeAll
  static void start() throws Exception {
    service = RunningService.start(Map.of("PUBLIC_URL", "https://registry.example:8081"));
  }

  @AfterAll
  static void stop() throws Exception {
    service.stop();
  }

  /** Other ways to say the same date: name of the member, and its value. */
  static Stream<Map.Entry<String, String>> otherForms() {
    String typed = "{\"@value\": \"%s\", \"@type\": \"" + DATE_TIME + "\"}";
    return Stream.of(
        Map.entry(VOCABULARY + "%s", typed),
        Map.entry("cred:%s", typed),
        Map.entry("%s", typed),
        Map.entry("my-%s", "{\"@set\": [\"%s\"]}"),
        Map.entry("%s", "[\"%s\"]"),
        Map.entry("my-%s", "\"%s\""));
  }

  @ParameterizedTest
  @MethodSource("otherForms")
  void expiryUnderAnotherNameIsReadOrRefused(Map.Entry<String, String> form) throws Exception {
    ObjectNode template = template().put("expirationDate", PAST);
    for (ObjectNode signed : new ObjectNode[] {sign(template), issue(template)}) {
      signed.remove("expirationDate");
      say(signed, form, "expirationDate", PAST);
      assertReadOrRefused(signed, "expired");
    }
  }

  @ParameterizedTest
  @MethodSource("otherForms")
  void issuanceInTheFutureUnderAnotherNameIsReadOrRefused(Map.Entry<String, String> form)
      throws Exception {
    ObjectNode template = template().put("issuanceDate", FUTURE);
    for (ObjectNode signed : new ObjectNode[] {sign(template), issue(template)}) {
      signed.remove("issuanceDate");
      say(signed, form, "issuanceDate", FUTURE);
      assertReadOrRefused(signed, "not-yet-valid");
    }
  }

  /** A date that readers of the JSON see is read; another one is refused. */
  private static void assertReadOrRefused(ObjectNode signed, String reason) throws Exception {
    VerificationView view = verify(signed);
    assertFalse(view.verified());
    if (!"document.data-model".equals(check(view, "proof").reason())) {
      assertHolds(signed, "expiry", Status.NOK, reason);
    }
  }

  @Test
  void anExpiryThatIsMovedToANodeOfTheSameIdIsRefused() throws Exception {
    ObjectNode template = template().put("id", "urn:c").put("expirationDate", PAST);
    ObjectNode subject = (ObjectNode) template.get("credentialSubject");
    subject.putObject("urn:of").put("id", "urn:c");
    ObjectNode signed = sign(template);
    signed.remove("expirationDate");
    ObjectNode again = (ObjectNode) signed.at("/credentialSubject/urn:of");
    again.set(
        VOCABULARY + "expirationDate",
        Json.read("{\"@value\": \"" + PAST + "\", \"@type\": \"" + DATE_TIME + "\"}"));
    assertEquals("document.data-model", check(verify(signed), "proof").reason());
  }

  @Test
  void twoDatesOfOneKindAreNotVerified() throws Exception {
    ObjectNode signed = sign(template().put("expirationDate", FUTURE));
    signed.putArray("expirationDate").add(FUTURE).add("2998-01-01T00:00:00Z");
    assertEquals("date.repeated", check(verify(signed), "expiry").reason());
    assertFalse(verify(signed).verified());
  }

  @ParameterizedTest
  @CsvSource({VOCABULARY + "credentialStatus", "cred:credentialStatus", "my-credentialStatus"})
  void aStatusUnderAnotherNameIsRefused(String name) throws Exception {
    ObjectNode template = template();
    template
        .putObject("credentialStatus")
        .put("id", "https://other.example/status/1#7")
        .put("type", "https://other.example/Status");
    for (ObjectNode signed : new ObjectNode[] {sign(template), issue(template)}) {
      signed.set(name, signed.remove("credentialStatus"));
      assertEquals("document.data-model", check(verify(signed), "proof").reason());
    }
  }

  @Test
  void anIssuerUnderAnotherNameIsRefused() throws Exception {
    ObjectNode signed = sign(template());
    signed.remove("issuer");
    signed.putObject(VOCABULARY + "issuer").put("@id", DID);
    assertEquals("document.data-model", check(verify(signed), "proof").reason());
    signed.put("issuer", "did:web:gov.example");
    assertFalse(verify(signed).verified());
  }

  @Test
  void aTypeUnderItsFullIriIsRefused() throws Exception {
    ObjectNode template = template().put("expirationDate", PAST);
    ObjectNode signed = issue(template);
    signed.set("type", TextNode.valueOf(VOCABULARY + "VerifiableCredential"));
    for (String date : new String[] {"expirationDate", "issuanceDate"}) {
      String text = signed.remove(date).textValue();
      signed.putObject(VOCABULARY + date).put("@value", text).put("@type", DATE_TIME);
    }
    signed.putObject(VOCABULARY + "issuer").put("@id", signed.remove("issuer").textValue());
    signed.set(VOCABULARY + "credentialSubject", signed.remove("credentialSubject"));
    signed.set(VOCABULARY + "credentialStatus", signed.remove("credentialStatus"));
    assertEquals("document.data-model", check(verify(signed), "proof").reason());
  }

  @Test
  void whatIsNoCredentialIsNotVerified() throws Exception {
    ObjectNode template = template().put("id", "urn:c").put("expirationDate", PAST);
    ObjectNode subject = (ObjectNode) template.get("credentialSubject");
    subject.put("id", "urn:s").putObject("urn:of").put("id", "urn:c");
    ObjectNode signed = sign(template);
    ObjectNode turned = (ObjectNode) signed.remove("credentialSubject");
    turned.set("@context", signed.remove("@context"));
    turned.set("proof", signed.remove("proof"));
    signed.put("credentialSubject", "urn:s");
    turned.set("urn:of", signed);
    assertEquals("document.not-a-credential", check(verify(turned), "proof").reason());
    assertFalse(verify(turned).verified());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"@list\": [{\"urn:admin\": true}]}",
        "{\"@list\": [\"x\"]}",
        "{\"@set\": [{\"urn:admin\": true}]}",
        "{\"@value\": \"x\"}",
        "{\"@language\": \"en\"}",
        "{\"@graph\": [{\"urn:admin\": true}]}",
        "{\"@included\": [{\"urn:admin\": true}]}"
      })
  void unsignedDataAtTheRootIsRefused(String members) throws Exception {
    ObjectNode signed = sign(template());
    signed.setAll((ObjectNode) Json.read(members));
    assertEquals(Status.NOK, check(verify(signed), "proof").status());
    assertFalse(verify(signed).verified());
  }

  @Test
  void integersAreSignedUpTo2To53Minus1() throws Exception {
    ObjectNode signed = sign(number("9007199254740991"));
    assertTrue(verify(signed).verified());
    ((ObjectNode) signed.get("credentialSubject")).set("urn:n", Json.read("9007199254740992"));
    assertFalse(verify(signed).verified());
    for (String beyond : new String[] {"9007199254740992", "-9007199254740993", "1e21"}) {
      Violation refused = refusal(number(beyond)).violations().getFirst();
      assertEquals("/credentialTemplate/credentialSubject/urn:n", refused.pointer());
      assertTrue(refused.message().contains("as strings"), refused.message());
    }
  }

  @Test
  void aNumberInAJsonLiteralCannotBeChanged() throws Exception {
    ObjectNode signed = sign(literal("{\"limit\": -1234.5, \"more\": [null, [], \"@x\"]}"));
    assertTrue(verify(signed).verified());
    for (String other : new String[] {"-1499.99", "-1234.6", "-1234.50000000001"}) {
      ((ObjectNode) signed.at("/credentialSubject/urn:json/@value")).set("limit", Json.read(other));
      assertEquals("signature.mismatch", check(verify(signed), "proof").reason(), other);
    }
  }

  @Test
  void aContextObjectInAnotherMeansItsContent() throws Exception {
    ObjectNode template = template();
    ObjectNode inline = (ObjectNode) template.at("/@context/1");
    ObjectNode nested = template.deepCopy();
    ((ArrayNode) nested.get("@context")).removeAll().add("https://www.w3.org/2018/credentials/v1");
    ((ArrayNode) nested.get("@context")).addObject().set("@context", inline);
    ObjectNode signed = sign(nested);
    assertTrue(verify(signed).verified());
    assertEquals(inline, signed.at("/@context/1/@context"));
    ObjectNode flat = signed.deepCopy();
    flat.set("@context", template.get("@context"));
    assertEquals("context.exchanged", check(verify(flat), "proof").reason());
  }

  @Test
  void anUnknownContextInsideAContextIsUnknown() throws Exception {
    ObjectNode template = template();
    ((ObjectNode) template.at("/@context/1"))
        .putObject("Scoped")
        .put("@id", "urn:Scoped")
        .put("@context", "https://unknown.example/context");
    Violation refused = refusal(template).violations().getFirst();
    assertEquals("context.unknown", refused.rule());
    assertEquals("/credentialTemplate/@context/1/Scoped/@context", refused.pointer());
    ObjectNode signed = sign(template());
    signed.set("@context", template.get("@context"));
    assertEquals(Status.UNKNOWN, check(verify(signed), "proof").status());
    assertEquals(
        "context.unknown:https://unknown.example/context", check(verify(signed), "proof").reason());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"type\": \"Ed25519Signature2018\"}|suite.unsupported:Ed25519Signature2018",
        "{\"type\": \"DataIntegrityProof\", \"proofValue\": \"z\"}"
            + "|suite.unsupported:DataIntegrityProof",
        "{\"type\": \"<script>\"}|suite.unsupported:unnamed",
        "{\"jws\": null, \"signatureValue\": \"x\"}|form.unsupported:signatureValue"
      })
  void anUnsupportedSuiteOrFormIsUnknownAndNamed(String members, String reason) throws Exception {
    ObjectNode signed = sign(template());
    ObjectNode proof = (ObjectNode) signed.get("proof");
    proof.setAll((ObjectNode) Json.read(members));
    proof.put("verificationMethod", "did:web:other.example#key-1");
    if (proof.get("jws").isNull()) {
      proof.remove("jws");
    }
    Check check = check(verify(signed), "proof");
    assertEquals(Status.UNKNOWN + " " + reason, check.status() + " " + check.reason());
  }

  @Test
  void aJwtIsUnknownAndNamed() throws Exception {
    VerificationView view =
        verify(TextNode.valueOf("eyJhbGciOiJFUzI1NiJ9.eyJ2YyI6e319.c2lnbmF0dXJl"));
    assertFalse(view.verified());
    assertEquals("form.unsupported:jwt", check(view, "proof").reason());
    assertEquals(Status.UNKNOWN, check(view, "proof").status());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "{", "[]", "<credential/>", "eyJhbGciOiJFUzI1NiJ9"})
  void aTextThatIsNoCredentialIsUnknownAndNamed(String text) throws Exception {
    VerificationView view = verify(TextNode.valueOf(text));
    assertFalse(view.verified());
    assertEquals("form.unsupported:text", check(view, "proof").reason());
    assertEquals(Status.UNKNOWN, check(view, "proof").status());
  }

  @Test
  void aCredentialAsTextIsReadAsTheCredential() throws Exception {
    assertTrue(verify(TextNode.valueOf(sign(template()).toString())).verified());
  }

  @ParameterizedTest
  @CsvSource({"'',id", "'',@id", "/credentialSubject,id", "/credentialSubject,@type"})
  void anIdentifierThatWasNotSignedIsRefused(String node, String member) throws Exception {
    ObjectNode signed = sign(template());
    ((ObjectNode) signed.at(node)).put(member, "_:x");
    assertEquals(Status.NOK, check(verify(signed), "proof").status());
    assertFalse(verify(signed).verified());
  }

  @Test
  void anIdentifierOfTheProofThatWasNotSignedIsRefused() throws Exception {
    ObjectNode signed = sign(template());
    ((ObjectNode) signed.get("proof")).put("id", "_:x");
    assertEquals("proof.blank-node", check(verify(signed), "proof").reason());
  }

  @Test
  void moreThanEightProofsAreUnknownAndNamed() throws Exception {
    ObjectNode signed = sign(template());
    JsonNode proof = signed.get("proof");
    ArrayNode proofs = signed.putArray("proof");
    for (int i = 0; i < 8; i++) {
      proofs.add(proof);
    }
    assertTrue(verify(signed).verified());
    proofs.add(proof);
    assertEquals("form.unsupported:proofs", check(verify(signed), "proof").reason());
  }

  @Test
  void anotherSuiteIsRefusedBySigning() {
    ObjectNode template = template();
    template.putObject("proof").put("type", "BbsBlsSignature2020");
    Violation refused = refusal(template).violations().getFirst();
    assertEquals("/credentialTemplate/proof", refused.pointer());
    assertTrue(refused.message().contains("RsaSignature2018"), refused.message());
  }

  @Test
  void signingRefusesTermsOfATemplateUnderOtherNames() throws Exception {
    ObjectNode issuer = template();
    issuer.putObject("cred:issuer").put("@id", DID);
    ObjectNode date = template();
    date.remove("issuanceDate");
    date.putObject("cred:issuanceDate").put("@value", "2026-01-01T00:00:00Z");
    ObjectNode expiry = template().put("my-expirationDate", FUTURE);
    for (ObjectNode template : new ObjectNode[] {issuer, date, expiry}) {
      assertEquals("data-model", refusal(template).violations().getFirst().rule());
    }
    ObjectNode alias = template();
    alias.set("my-type", alias.remove("type"));
    assertEquals("/type", refusal(alias).violations().getFirst().pointer().replaceAll(".*/", "/"));
  }

  /** Forms of published templates of the registry whose clients come here. */
  static Stream<JsonNode> formsOfTheIncumbent() {
    String nested =
        """
        {
          "@context": [
            "https://www.w3.org/2018/credentials/v1",
            {"@context": {
              "@version": 1.1,
              "@protected": true,
              "TrainingCredential": {
                "@id": "https://example.org/vc-specs#TrainingCredential",
                "@context": {
                  "@version": 1.1,
                  "@protected": true,
                  "id": "@id",
                  "trainedOn": {
                    "@id": "https://example.org/vc-specs#trainedOn",
                    "@type": "http://schema.org/Text"
                  },
                  "name": "http://schema.org/name"
                }
              }
            }}
          ],
          "type": ["VerifiableCredential"],
          "issuanceDate": "2021-08-27T10:57:57.237Z",
          "credentialSubject": {
            "type": "TrainingCredential", "name": "{{name}}", "trainedOn": "{{course.title}}"
          },
          "issuer": "did:web:school.example/vc/skill"
        }
        """;
    String plain =
        """
        {
          "@context": ["https://www.w3.org/2018/credentials/v1"],
          "type": ["VerifiableCredential", "ProofOfSkillCredential"],
          "credentialSubject": {
            "type": "Person", "name": "{{{name}}}", "marks": "{{marks}}", "age": "{{age}}"
          },
          "issuer": "did:web:school.example",
          "issuanceDate": "2021-08-27T10:57:57.237Z",
          "evidence": {"type": "Skill", "levels": ["{{name}}", "{{missing}}"]},
          "nonTransferable": "true"
        }
        """;
    String text =
        plain.replace(
            "\"{{marks}}\"", "[{{#each marks}}{{this}}{{#unless @last}},{{/unless}}{{/each}}]");
    return Stream.of(
        Json.read(nested), Json.read(plain), TextNode.valueOf(text), TextNode.valueOf(nested));
  }

  @ParameterizedTest
  @MethodSource("formsOfTheIncumbent")
  void theIncumbentsPublishedTemplateFormsSign(JsonNode template) throws Exception {
    String data =
        "{\"name\": \"Ada\", \"age\": 36, \"marks\": [1.5, 2], \"course\": {\"title\": \"x\"}}";
    ObjectNode signed = issue(template, data);
    VerificationView view = verify(signed);
    assertTrue(view.verified(), view.toString());
    assertEquals("Ada", signed.at("/credentialSubject/name").textValue());
  }

  private static void say(
      ObjectNode signed, Map.Entry<String, String> form, String name, String date) {
    signed.set(form.getKey().formatted(name), Json.read(form.getValue().formatted(date)));
  }

  /** The proof holds, as the statements are the same, and yet it is not verified. */
  private static void assertHolds(ObjectNode signed, String name, Status status, String reason)
      throws Exception {
    VerificationView view = verify(signed);
    assertEquals(Status.OK, check(view, "proof").status(), view.toString());
    assertEquals(status, check(view, name).status(), view.toString());
    assertEquals(reason, check(view, name).reason());
    assertFalse(view.verified());
  }

  private static ObjectNode number(String number) {
    ObjectNode template = template();
    ((ObjectNode) template.get("credentialSubject")).set("urn:n", Json.read(number));
    return template;
  }

  private static ObjectNode literal(String value) {
    ObjectNode template = template();
    ((ObjectNode) template.get("credentialSubject"))
        .putObject("urn:json")
        .put("@type", "@json")
        .set("@value", Json.read(value));
    return template;
  }

  private static ObjectNode template() {
    return (ObjectNode)
        Json.read(
            """
            {
              "@context": [
                "https://www.w3.org/2018/credentials/v1",
                {
                  "cred": "%1$s",
                  "my-type": "@type",
                  "my-credentialStatus": {"@id": "%1$scredentialStatus", "@type": "@id"},
                  "my-issuanceDate": {"@id": "%1$sissuanceDate", "@type": "%2$s"},
                  "my-expirationDate": {"@id": "%1$sexpirationDate", "@type": "%2$s"}
                }
              ],
              "type": ["VerifiableCredential"],
              "issuanceDate": "2026-01-02T03:04:05Z",
              "credentialSubject": {"urn:name": "Ada"}
            }
            """
                .formatted(VOCABULARY, DATE_TIME));
  }

  private static ObjectNode sign(JsonNode template) throws Exception {
    SignCredentialRequest request =
        new SignCredentialRequest(JsonBytes.of("{}"), Json.write(template));
    return (ObjectNode)
        Json.read(
            service
                .request(CredentialOperations.SIGN_CREDENTIAL, request, RunningService.SOMEBODY)
                .credential());
  }

  private static ObjectNode issue(JsonNode template) throws Exception {
    return issue(template, "{}");
  }

  private static ObjectNode issue(JsonNode template, String data) throws Exception {
    IssueCredentialRequest request =
        new IssueCredentialRequest(
            "Student",
            UUID.randomUUID().toString(),
            null,
            Json.write(template),
            JsonBytes.of(data));
    return (ObjectNode)
        Json.read(
            service
                .request(CredentialOperations.ISSUE_CREDENTIAL, request, Caller.NOBODY)
                .credential());
  }

  private static Failure refusal(JsonNode template) {
    return assertThrows(FailureException.class, () -> sign(template)).failure();
  }

  private static VerificationView verify(JsonNode credential) throws Exception {
    return service.request(
        CredentialOperations.VERIFY_CREDENTIAL,
        new VerifyCredentialRequest(Json.write(credential)),
        Caller.NOBODY);
  }

  private static Check check(VerificationView view, String name) {
    return view.checks().stream().filter(c -> c.check().equals(name)).findFirst().orElseThrow();
  }
}
