package org.attestry.credential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
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
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.PresentationView;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerifyPresentationRequest;
import org.attestry.contracts.credential.IssuerOperations;
import org.attestry.contracts.credential.IssuerOperations.ImportKeyRequest;
import org.attestry.contracts.credential.IssuerOperations.RevokeKeyRequest;
import org.attestry.credential.crypto.PemKeys;
import org.attestry.credential.jose.TestSdJwts;
import org.attestry.credential.suite.TestDataIntegrity;
import org.attestry.credential.suite.TestPresentations;
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
    ObjectNode options = Json.object();
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
        signed(DID, List.of(), Json.object().put("proofPurpose", "assertionMethod"));
    assertTrue(shown(asserted).startsWith("proof NOK proof.purpose"), shown(asserted));
    ObjectNode late = signed(DID, List.of(), Json.object().put("created", "2999-01-01T00:00:00Z"));
    assertTrue(shown(late).startsWith("proof NOK created.in-future"), shown(late));
    ObjectNode noProof = TestPresentations.of(DID, List.of());
    assertTrue(shown(noProof).startsWith("proof NOK proof.not-one"), shown(noProof));
    assertNull(verify(noProof, null, null).holder());
  }

  @Test
  void holdersWhoseKeysAreNotFoundAreUnknown() throws Exception {
    assertEquals("did.unresolved:origin-not-allowed", unknown("did:web:holder.example#key"));
    assertEquals("did.unsupported", unknown("did:ion:holder#key"));
    assertEquals("holder.unsupported", unknown("https://holder.example/#key"));
  }

  /** Returns why the holder of a key of that name is unknown. */
  private static String unknown(String method) throws Exception {
    ObjectNode presentation = signed(DID, List.of());
    ((ObjectNode) presentation.get("proof")).put("verificationMethod", method);
    List<Check> checks = verify(presentation, null, null).checks();
    assertEquals(Status.UNKNOWN, checks.getFirst().status());
    return checks.getFirst().reason();
  }

  @Test
  void whatIsNoPresentationIsInvalid() {
    refused(TextNode.valueOf("eyJ.eyJ.sig"));
    ObjectNode number = TestPresentations.of(DID, List.of());
    number.putArray("verifiableCredential").add(7);
    refused(number);
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

  @Test
  void credentialsInEnvelopesJwtsAndSdJwtsVerifyAsTheyDoByThemselves() throws Exception {
    JsonNode envelope = signed("vc+jwt", "{}");
    JsonNode jwt =
        TextNode.valueOf(
            envelope.get("id").textValue().substring("data:application/vc+jwt,".length()));
    JsonNode sdJwt = sdJwt(Json.object());
    JsonNode forged = TextNode.valueOf(jwt.textValue().replaceFirst("\\.[^.]*$", ".AAAA"));
    List<JsonNode> all = List.of(credential, envelope, jwt, sdJwt, forged);

    PresentationView view = verify(signedJson(all), null, null);

    assertEquals("proof OK null, holder OK null", shown(view));
    assertEquals(
        List.of(true, true, true, true, false),
        view.credentials().stream().map(VerificationView::verified).toList());
    assertFalse(view.verified());
    assertEquals(
        new Check("proof", Status.NOK, "signature.mismatch"),
        view.credentials().getLast().checks().getFirst());
    assertTrue(verify(signedJson(all.subList(0, 4)), null, null).verified());
    assertTrue(verify(signed(DID, List.of(envelope)), null, null).verified());
  }

  @Test
  void anSdJwtInAnEnvelopeVerifiesAsItDoesByItself() throws Exception {
    String sdJwt = sdJwt(Json.object()).textValue();
    ObjectNode envelope =
        ((ObjectNode) signed("vc+jwt", "{}")).put("id", "data:application/dc+sd-jwt," + sdJwt);

    assertTrue(verify(signed(DID, List.of(envelope)), null, null).verified());
    assertTrue(verifyOne(envelope).verified());
    String forged = sdJwt.replaceFirst("\\.[^.~]*~", ".AAAA~");
    assertEquals(
        new Check("proof", Status.NOK, "signature.mismatch"),
        verifyOne(envelope.put("id", "data:application/dc+sd-jwt," + forged)).checks().getFirst());
    assertEquals(
        new Check("proof", Status.UNKNOWN, "form.unsupported:envelope"),
        verifyOne(envelope.put("id", "data:application/dc+sd-jwt,x")).checks().getFirst());
    assertEquals(
        new Check("proof", Status.NOK, "envelope.members"),
        verifyOne(envelope.put("name", "Eve")).checks().getFirst());
  }

  private static VerificationView verifyOne(JsonNode credential) throws Exception {
    return service.request(
        CredentialOperations.VERIFY_CREDENTIAL,
        new VerifyCredentialRequest(Json.write(credential)),
        Caller.NOBODY);
  }

  @Test
  void textsAreCoveredByProofsThatSignTheJson() throws Exception {
    JsonNode sdJwt = sdJwt(Json.object());
    PresentationView view = verify(signed(DID, List.of(sdJwt)), null, null);

    assertFalse(view.verified());
    assertTrue(view.credentials().getFirst().verified());
    assertEquals(
        "proof NOK document.credential-text, holder UNKNOWN proof.not-verified", shown(view));
    ObjectNode exchanged = signedJson(List.of(sdJwt));
    exchanged.putArray("verifiableCredential").add(sdJwt.textValue() + "~");
    assertTrue(shown(exchanged).startsWith("proof NOK signature.mismatch"), shown(exchanged));
    JsonNode other = TextNode.valueOf("neither");
    assertEquals(
        new Check("proof", Status.UNKNOWN, "form.unsupported:text"),
        verify(signedJson(List.of(other)), null, null)
            .credentials()
            .getFirst()
            .checks()
            .getFirst());
  }

  /** The context of the data model 2.0 does not define the terms of every proof. */
  @Test
  void proofsThatSignTheJsonCoverCredentialsWhoseProofsHaveTermsOfTheirOwn() throws Exception {
    JsonNode rsa = signed(template());
    assertEquals("RsaSignature2018", rsa.at("/proof/type").textValue());

    PresentationView view = verify(signedJson(List.of(rsa)), null, null);

    assertTrue(view.verified(), view::toString);
    ObjectNode changed = signedJson(List.of(rsa));
    ((ObjectNode) changed.at("/verifiableCredential/0")).put("name", "x");
    assertTrue(shown(changed).startsWith("proof NOK signature.mismatch"), shown(changed));
  }

  @Test
  void theKeyBindingOfAnSdJwtHasTheChallengeAndDomain() throws Exception {
    TestSdJwts holder = new TestSdJwts(null, HOLDER);
    JsonNode sdJwt = sdJwt(holder.holderKey());
    ObjectNode said = Json.object();
    said.put("nonce", "c-1").put("aud", "verifier.example").put("iat", 1_767_323_045L);
    JsonNode bound =
        TextNode.valueOf(
            holder.bound(sdJwt.textValue(), "{\"alg\": \"EdDSA\", \"typ\": \"kb+jwt\"}", said));
    ObjectNode options = Json.object();
    options.put("challenge", "c-1").put("domain", "verifier.example");
    ObjectNode right = signedJson(List.of(bound, sdJwt), options);
    ObjectNode replayed = signedJson(List.of(bound), options.deepCopy().put("challenge", "c-2"));

    PresentationView view = verify(right, "c-1", "verifier.example");
    assertTrue(view.verified(), view::toString);
    assertEquals(
        new Check("holder", Status.OK, null), view.credentials().getFirst().checks().getLast());
    PresentationView old = verify(replayed, "c-2", "verifier.example");
    assertFalse(old.verified());
    assertEquals(
        new Check("holder", Status.NOK, "holder.nonce"),
        old.credentials().getFirst().checks().getLast());
  }

  /** Anybody who has seen an SD-JWT could present it as theirs. */
  @Test
  void anSdJwtOfAnotherHoldersKeyNeedsThatHoldersBinding() throws Exception {
    KeyPair other = TestDataIntegrity.keys(TestPresentations.SUITE);
    JsonNode others = sdJwt(new TestSdJwts(null, other).holderKey());
    JsonNode own = sdJwt(new TestSdJwts(null, HOLDER).holderKey());

    PresentationView stolen = verify(signedJson(List.of(own, others)), null, null);

    assertFalse(stolen.verified());
    assertEquals(DID, stolen.holder());
    assertTrue(stolen.credentials().getFirst().verified());
    assertEquals(
        new Check("holder", Status.NOK, "holder.missing"),
        stolen.credentials().getLast().checks().getLast());
  }

  /** The same as for an SD-JWT, but a JWT cannot have a key binding. */
  @Test
  void aJwtOfAnotherHoldersKeyIsNotPresented() throws Exception {
    KeyPair other = TestDataIntegrity.keys(TestPresentations.SUITE);
    JsonNode own = jwtOf(new TestSdJwts(null, HOLDER).holderKey());
    JsonNode others = jwtOf(new TestSdJwts(null, other).holderKey());
    JsonNode unknown = jwtOf(Json.object());
    assertTrue(verifyOne(others).verified());

    PresentationView view = verify(signedJson(List.of(own, others, unknown)), null, null);

    assertFalse(view.verified());
    assertEquals(
        List.of(
            new Check("holder", Status.OK, null),
            new Check("holder", Status.NOK, "holder.missing"),
            new Check("holder", Status.NOK, "holder.key")),
        view.credentials().stream().map(one -> one.checks().getLast()).toList());
    assertTrue(verify(signedJson(List.of(own)), null, null).verified());
  }

  private static JsonNode jwtOf(JsonNode holderKey) throws Exception {
    ObjectNode template = template();
    template.putObject("proof").put("type", "vc+jwt").put("alg", "ES256");
    template.putObject("cnf").set("jwk", holderKey);
    return signed(template);
  }

  /** If the key were named by a DID, somebody else could present the credential. */
  @Test
  void aRevokedKeyProvesNoHolder() throws Exception {
    KeyPair lost = TestDataIntegrity.keys(TestPresentations.SUITE);
    String did = TestDataIntegrity.didKey(lost);
    String method = did + "#" + did.substring("did:key:".length());
    TestSdJwts holder = new TestSdJwts(null, lost);
    ObjectNode presentation =
        TestPresentations.signedJson(
            TestPresentations.of(did, List.of(credential)), lost, Json.object());
    ObjectNode said = Json.object();
    said.put("nonce", "c-1").put("aud", "verifier.example").put("iat", 1_767_323_045L);
    JsonNode bound =
        TextNode.valueOf(
            holder.bound(
                sdJwt(holder.holderKey()).textValue(),
                "{\"alg\": \"EdDSA\", \"typ\": \"kb+jwt\"}",
                said));
    service.request(
        IssuerOperations.IMPORT_KEY,
        ImportKeyRequest.ofPublicKey(did, method, PemKeys.write(lost.getPublic()), null),
        RunningService.ADMIN);
    assertTrue(verify(presentation, null, null).verified());
    assertTrue(verifyOne(bound).verified());

    service.request(
        IssuerOperations.REVOKE_KEY, new RevokeKeyRequest(method), RunningService.ADMIN);

    assertEquals("proof NOK key.revoked, holder UNKNOWN proof.not-verified", shown(presentation));
    assertEquals(
        new Check("holder", Status.NOK, "key.revoked"), verifyOne(bound).checks().getLast());
    assertFalse(verifyOne(bound).verified());
    assertFalse(verify(signedJson(List.of(bound)), null, null).verified());
  }

  @Test
  void challengeAndDomainAreComparedAsTheTextsThatTheyAre() throws Exception {
    String text = "a\"b\\c\nd";
    ObjectNode presentation =
        signed(DID, List.of(credential), Json.object().put("challenge", text).put("domain", text));

    assertTrue(verify(presentation, text, text).verified());
    String escaped = "a\\\"b\\\\c\\nd";
    assertEquals(
        "proof OK null, holder OK null, challenge NOK challenge.mismatch, domain NOK"
            + " domain.mismatch",
        shown(verify(presentation, escaped, escaped)));
  }

  @Test
  void aPresentationInAJwtIsItsSigners() throws Exception {
    JsonNode envelope = signed("vc+jwt", "{}");
    ObjectNode claims = TestPresentations.of(DID, List.of(envelope, credential));
    claims.put("iss", DID).put("iat", 1_767_323_045L).put("nonce", "c-1");
    claims.putArray("aud").add("verifier.example");
    JsonNode jwt = jwt(claims);
    ObjectNode enveloped = Json.object();
    enveloped
        .put("@context", "https://www.w3.org/ns/credentials/v2")
        .put("id", "data:application/vp+jwt," + jwt.textValue())
        .put("type", "EnvelopedVerifiablePresentation");

    for (JsonNode form : List.of(jwt, enveloped)) {
      PresentationView view = verify(form, "c-1", "verifier.example");
      assertTrue(view.verified(), view::toString);
      assertEquals(DID, view.holder());
      assertEquals(2, view.credentials().size());
    }
    assertEquals(
        "proof OK null, holder OK null, challenge NOK challenge.mismatch, domain NOK"
            + " domain.mismatch",
        shown(verify(jwt, "c-2", "other.example")));
    JsonNode forged = TextNode.valueOf(jwt.textValue().replaceFirst("\\.[^.]*$", ".AAAA"));
    assertEquals(
        "proof NOK signature.mismatch, holder UNKNOWN proof.not-verified",
        shown(verify(forged, null, null)));
    assertEquals(
        "proof NOK envelope.members, holder UNKNOWN proof.not-verified",
        shown(verify(enveloped.put("holder", DID), null, null)));
    PresentationView other = verify(jwt(claims.put("holder", "did:example:eve")), null, null);
    assertEquals("proof OK null, holder NOK holder.mismatch", shown(other));
    PresentationView issued = verify(jwt(claims.put("iss", "did:example:eve")), null, null);
    assertTrue(shown(issued).startsWith("proof NOK jwt.issuer"), shown(issued));
  }

  /** The form of the data model 1.1, which wallets send for {@code jwt_vc_json}. */
  @Test
  void aPresentationMayBeAClaimOfAJwt() throws Exception {
    JsonNode envelope = signed("vc+jwt", "{}");
    String credential =
        envelope.get("id").textValue().substring("data:application/vc+jwt,".length());
    ObjectNode claims = Json.object().put("iss", DID).put("jti", "urn:uuid:1").put("nonce", "c-1");
    claims.put("aud", "verifier.example").put("iat", 1_767_323_045L);
    claims.set("vp", TestPresentations.of(DID, List.of(TextNode.valueOf(credential))));

    for (String type : List.of("\"typ\": \"JWT\", ", "")) {
      PresentationView view = verify(jwt(claims, type), "c-1", "verifier.example");
      assertTrue(view.verified(), view::toString);
      assertEquals(DID, view.holder());
      assertEquals(1, view.credentials().size());
    }
    JsonNode plain = jwt(claims, "");
    assertTrue(shown(verify(plain, "c-2", null)).contains("challenge NOK challenge.mismatch"));
    JsonNode forged = TextNode.valueOf(plain.textValue().replaceFirst("\\.[^.]*$", ".AAAA"));
    assertTrue(shown(verify(forged, null, null)).startsWith("proof NOK signature.mismatch"));
    PresentationView other = verify(jwt(claims.put("iss", "did:example:eve"), ""), null, null);
    assertTrue(shown(other).startsWith("proof NOK jwt.issuer"), shown(other));
    refused(jwt(claims.without("vp"), ""));
    refused(jwt(claims.put("vp", "text"), ""));
  }

  /** A presentation is refused as a credential, and a credential as a presentation. */
  @Test
  void aJwtIsOfOneForm() throws Exception {
    ObjectNode claims = TestPresentations.of(DID, List.of());
    VerifyCredentialRequest asCredential = new VerifyCredentialRequest(Json.write(jwt(claims)));
    assertEquals(
        new Check("proof", Status.UNKNOWN, "form.unsupported:jwt"),
        service
            .request(CredentialOperations.VERIFY_CREDENTIAL, asCredential, Caller.NOBODY)
            .checks()
            .getFirst());
    refused(
        TextNode.valueOf(
            signed("vc+jwt", "{}")
                .get("id")
                .textValue()
                .substring("data:application/vc+jwt,".length())));
  }

  private static JsonNode jwt(ObjectNode claims) {
    return jwt(claims, "\"typ\": \"vp+jwt\", ");
  }

  private static JsonNode jwt(ObjectNode claims, String type) {
    String header =
        "{\"alg\": \"EdDSA\", %s\"kid\": \"%s#%s\"}"
            .formatted(type, DID, DID.substring("did:key:".length()));
    return TextNode.valueOf(TestSdJwts.jwt(header, claims.toString(), HOLDER));
  }

  private static JsonNode sdJwt(JsonNode holderKey) throws Exception {
    return signed(
            "dc+sd-jwt",
            holderKey.isEmpty()
                ? "{\"vct\": \"urn:v\"}"
                : "{\"vct\": \"urn:v\", \"holderKey\": %s}".formatted(holderKey))
        .get("credential");
  }

  /** A credential in a form of JOSE. */
  private static JsonNode signed(String form, String proof) throws Exception {
    ObjectNode named = (ObjectNode) Json.read(proof);
    return signed(template().set("proof", named.put("type", form).put("alg", "ES256")));
  }

  /** Returns a template of the data model 2.0. */
  private static ObjectNode template() {
    ObjectNode template = ForeignRegistry.template();
    template.putArray("@context").add("https://www.w3.org/ns/credentials/v2");
    return template.without(List.of("issuanceDate", "proof"));
  }

  private static JsonNode signed(JsonNode template) throws Exception {
    SignCredentialRequest request =
        new SignCredentialRequest(JsonBytes.of("{}"), Json.write(template));
    return Json.read(
        service
            .request(CredentialOperations.SIGN_CREDENTIAL, request, RunningService.ADMIN)
            .credential());
  }

  private static ObjectNode signedJson(List<JsonNode> credentials) {
    return signedJson(credentials, Json.object());
  }

  private static ObjectNode signedJson(List<JsonNode> credentials, ObjectNode options) {
    return TestPresentations.signedJson(TestPresentations.of(DID, credentials), HOLDER, options);
  }

  private static void refused(JsonNode presentation) {
    FailureException refusal =
        assertThrows(FailureException.class, () -> verify(presentation, null, null));
    assertEquals(FailureKind.INVALID, refusal.failure().kind());
  }

  private static ObjectNode signed(String holder, List<? extends JsonNode> credentials) {
    return signed(holder, credentials, Json.object());
  }

  private static ObjectNode signed(
      String holder, List<? extends JsonNode> credentials, ObjectNode options) {
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
