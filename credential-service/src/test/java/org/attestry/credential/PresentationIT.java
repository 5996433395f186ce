package org.attestry.credential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.PresentationView;
import org.attestry.contracts.credential.SignCredentialRequest;
import org.attestry.contracts.credential.VerificationView.Check;
import org.attestry.contracts.credential.VerifyPresentationRequest;
import org.attestry.credential.signing.TestDataIntegrity;
import org.attestry.credential.signing.TestPresentations;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Presentations, and credentials that are signed as they stand. */
class PresentationIT {

  private static final KeyPair HOLDER = TestDataIntegrity.keys(TestPresentations.SUITE);
  private static final String DID = TestDataIntegrity.didKey(HOLDER);

  private static RunningService service;
  private static ObjectNode credential;

  @BeforeAll
  static void start() throws Exception {
    service = RunningService.start(Map.of("PUBLIC_URL", "https://registry.example"));
    credential = sign(ForeignRegistry.template());
  }

  @AfterAll
  static void stop() throws Exception {
    service.stop();
  }

  @Test
  void aHoldersPresentationOfAValidCredentialVerifies() throws Exception {
    PresentationView view = verify(signed(DID, List.of(credential)), null, null);

    assertTrue(view.verified(), view::toString);
    assertEquals(DID, view.holder());
    assertEquals("proof OK null, holder OK null", shown(view));
    assertEquals(1, view.credentials().size());
  }

  @Test
  void thePresentationIsTheHoldersWhoseKeySignedIt() throws Exception {
    PresentationView other = verify(signed("did:example:eve", List.of(credential)), null, null);
    assertFalse(other.verified());
    assertEquals("proof OK null, holder NOK holder.mismatch", shown(other));
    PresentationView unnamed = verify(signed(null, List.of(credential)), null, null);
    assertTrue(unnamed.verified());
    assertEquals(DID, unnamed.holder());
  }

  @Test
  void challengeAndDomainAreThoseThatTheVerifierExpects() throws Exception {
    ObjectNode options = JsonNodeFactory.instance.objectNode();
    options.put("challenge", "c-1").put("domain", "verifier.example");
    ObjectNode presentation = signed(DID, List.of(credential), options);

    assertTrue(verify(presentation, "c-1", "verifier.example").verified());
    assertEquals(
        "proof OK null, holder OK null, challenge NOK challenge.mismatch, domain OK null",
        shown(verify(presentation, "c-2", "verifier.example")));
    assertEquals(
        "proof OK null, holder OK null, challenge OK null, domain NOK domain.mismatch",
        shown(verify(presentation, "c-1", "other.example")));
    ObjectNode plain = signed(DID, List.of(credential));
    assertFalse(verify(plain, "c-1", null).verified());
    assertFalse(verify(plain, null, "verifier.example").verified());
  }

  @Test
  void eachCredentialMustVerify() throws Exception {
    KeyPair stranger = TestDataIntegrity.keys("eddsa-rdfc-2022");
    ObjectNode foreign =
        TestDataIntegrity.credential(
            "eddsa-rdfc-2022", stranger, TestDataIntegrity.didKey(stranger));
    PresentationView view = verify(signed(DID, List.of(credential, foreign)), null, null);

    assertFalse(view.verified());
    assertEquals("proof OK null, holder OK null", shown(view));
    assertTrue(view.credentials().getFirst().verified());
    assertFalse(view.credentials().getLast().verified());
  }

  @Test
  void whatTheHolderDidNotSignIsRefused() throws Exception {
    ObjectNode none = signed(DID, List.of());
    none.putArray("verifiableCredential").add(credential);
    assertEquals("proof NOK signature.mismatch, holder UNKNOWN proof.not-verified", shown(none));
    ObjectNode aliased = signed(DID, List.of());
    aliased.set("https://www.w3.org/2018/credentials#verifiableCredential", credential);
    assertTrue(shown(aliased).startsWith("proof NOK document."), shown(aliased));
    ObjectNode asserted =
        signed(
            DID,
            List.of(),
            JsonNodeFactory.instance.objectNode().put("proofPurpose", "assertionMethod"));
    assertTrue(shown(asserted).startsWith("proof NOK proof.purpose"), shown(asserted));
    ObjectNode late =
        signed(
            DID,
            List.of(),
            JsonNodeFactory.instance.objectNode().put("created", "2999-01-01T00:00:00Z"));
    assertTrue(shown(late).startsWith("proof NOK created.in-future"), shown(late));
    ObjectNode noProof = TestPresentations.of(DID, List.of());
    assertTrue(shown(noProof).startsWith("proof NOK proof.not-one"), shown(noProof));
    assertNull(verify(noProof, null, null).holder());
  }

  @Test
  void holdersWithoutADidKeyAreUnknown() throws Exception {
    ObjectNode web = signed(DID, List.of());
    ((ObjectNode) web.get("proof")).put("verificationMethod", "did:web:holder.example#key");
    assertEquals("proof UNKNOWN holder.unsupported, holder UNKNOWN proof.not-verified", shown(web));
  }

  @Test
  void whatIsNoPresentationIsInvalid() {
    refused(TextNode.valueOf("eyJ.eyJ.sig"));
    ObjectNode token = TestPresentations.of(DID, List.of());
    token.putArray("verifiableCredential").add("eyJ.eyJ.sig");
    refused(token);
    refused(TestPresentations.of(DID, Collections.nCopies(21, credential)));
  }

  @Test
  void aGivenCredentialIsSignedAsItStands() throws Exception {
    ObjectNode given = ForeignRegistry.template();
    given.putObject("credentialSubject").put("urn:name", "{{name}} {{#if a}}");
    assertEquals("{{name}} {{#if a}}", sign(given).at("/credentialSubject/urn:name").textValue());
    given.remove("type");
    FailureException refusal = assertThrows(FailureException.class, () -> sign(given));
    assertEquals("/credential/type", refusal.failure().violations().getFirst().pointer());
  }

  private static void refused(JsonNode presentation) {
    FailureException refusal =
        assertThrows(FailureException.class, () -> verify(presentation, null, null));
    assertEquals(FailureKind.INVALID, refusal.failure().kind());
  }

  private static ObjectNode signed(String holder, List<ObjectNode> credentials) {
    return signed(holder, credentials, JsonNodeFactory.instance.objectNode());
  }

  private static ObjectNode signed(
      String holder, List<ObjectNode> credentials, ObjectNode options) {
    ObjectNode presentation = TestPresentations.of(holder, credentials);
    return TestPresentations.signed(presentation, credentials, HOLDER, options);
  }

  private static ObjectNode sign(ObjectNode given) throws Exception {
    SignCredentialRequest request = new SignCredentialRequest(null, null, Json.write(given));
    return (ObjectNode)
        Json.read(
            service
                .request(CredentialOperations.SIGN_CREDENTIAL, request, RunningService.ADMIN)
                .credential());
  }

  private static String shown(ObjectNode presentation) throws Exception {
    return shown(verify(presentation, null, null));
  }

  private static String shown(PresentationView view) {
    List<Check> checks = new ArrayList<>(view.checks());
    return checks.stream()
        .map(check -> check.check() + " " + check.status() + " " + check.reason())
        .collect(Collectors.joining(", "));
  }

  private static PresentationView verify(JsonNode presentation, String challenge, String domain)
      throws Exception {
    return service.request(
        CredentialOperations.VERIFY_PRESENTATION,
        new VerifyPresentationRequest(Json.write(presentation), challenge, domain),
        Caller.NOBODY);
  }
}
