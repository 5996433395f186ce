package org.attestry.credential;

import static org.attestry.credential.RunningService.ADMIN;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.nimbusds.jose.CompressionAlgorithm;
import com.nimbusds.jose.EncryptionMethod;
import io.vertx.core.Future;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.contracts.credential.PresentationOperations;
import org.attestry.contracts.credential.PresentationOperations.DeletePresentationQueryRequest;
import org.attestry.contracts.credential.PresentationOperations.DeletePresentationRequest;
import org.attestry.contracts.credential.PresentationOperations.ListPresentationQueriesRequest;
import org.attestry.contracts.credential.PresentationOperations.PresentationQueriesView;
import org.attestry.contracts.credential.PresentationOperations.PresentationQuery;
import org.attestry.contracts.credential.PresentationOperations.PresentationResult;
import org.attestry.contracts.credential.PresentationOperations.PresentationState;
import org.attestry.contracts.credential.PresentationOperations.PresentedCredential;
import org.attestry.contracts.credential.PresentationOperations.ReadPresentationQueryRequest;
import org.attestry.contracts.credential.PresentationOperations.ReadPresentationRequest;
import org.attestry.contracts.credential.PresentationOperations.RequestPresentationRequest;
import org.attestry.contracts.credential.PresentationOperations.RequestedPresentation;
import org.attestry.contracts.credential.PresentationOperations.StorePresentationQueryRequest;
import org.attestry.credential.jose.TestSdJwts;
import org.attestry.credential.suite.TestDataIntegrity;
import org.attestry.credential.suite.TestPresentations;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.servers.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests for presentations, and responses of wallets (OpenID4VP 1.0). */
class PresentationRequestsIT {

  private static final KeyPair HOLDER = TestDataIntegrity.keys(TestPresentations.SUITE);
  private static final KeyPair OTHER = TestDataIntegrity.keys(TestPresentations.SUITE);
  private static final String DID = TestDataIntegrity.didKey(HOLDER);
  private static final String REFUSED = "credential.presentation.refused";
  private static final Caller VERIFIER =
      new Caller("verifier-1", null, Set.of("presentation-verifier"), Set.of(), Set.of(), false);
  private static final Caller OTHER_VERIFIER =
      new Caller("verifier-2", null, Set.of("presentation-verifier"), Set.of(), Set.of(), false);
  private static final Caller USER = new Caller("u", null, Set.of(), Set.of(), Set.of(), false);

  private static final String LICENCE =
      """
      {"credentials": [{"id": "licence", "format": "dc+sd-jwt", "meta": {"vct_values": ["urn:v"]},
         "claims": [{"path": ["urn:name"]}]}]}
      """;

  private static RunningService service;
  private static String licence;

  @BeforeAll
  static void start() throws Exception {
    service =
        RunningService.start(
            Map.of(
                "PUBLIC_URL",
                "https://registry.example",
                "PRESENTATION_REDIRECT_ORIGINS",
                "https://verifier.example"));
    licence = sdJwt("urn:v", HOLDER);
  }

  @AfterAll
  static void stop() throws Exception {
    service.stop();
  }

  @ParameterizedTest
  @ValueSource(strings = {"direct_post.jwt", "direct_post"})
  void theCallerReadsWhatAWalletDisclosed(String mode) throws Exception {
    RequestedPresentation requested = request(LICENCE, mode, null);
    assertEquals(PresentationState.OPEN, read(requested).state());
    PresentingWallet wallet = PresentingWallet.reading(service, requested);

    wallet.answer(wallet.presenting("licence", wallet.bound(licence, HOLDER)));

    PresentationResult result = read(requested);
    assertEquals(PresentationState.ANSWERED, result.state());
    assertTrue(result.verified(), result::toString);
    assertNull(result.refused());
    PresentedCredential one = result.credentials().getFirst();
    assertEquals("licence", one.id());
    assertEquals("dc+sd-jwt", one.format());
    assertEquals(List.of("urn:v"), one.types());
    assertEquals("did:web:registry.example", one.issuer());
    assertEquals(List.of("proof", "issuer", "revocation", "expiry", "holder"), names(one));
    assertEquals("{\"urn:name\":\"Ada\"}", one.claims().text());
  }

  private static List<String> names(PresentedCredential one) {
    return one.checks().stream().map(Check::check).toList();
  }

  @Test
  void aWalletReadsASignedRequest() throws Exception {
    RequestedPresentation requested = request(LICENCE, null, null);
    String reference = requested.requestUri().replaceFirst(".*/", "");

    String object = PresentingWallet.object(service, reference, "n-1");

    JsonNode header = PresentingWallet.header(object);
    assertEquals("oauth-authz-req+jwt", header.get("typ").textValue());
    assertEquals("ES256", header.get("alg").textValue());
    assertTrue(header.get("kid").textValue().startsWith("did:web:registry.example#"));
    JsonNode claims = PresentingWallet.claims(object);
    String clientId = "decentralized_identifier:did:web:registry.example";
    assertEquals(clientId, claims.get("client_id").textValue());
    assertEquals(clientId, requested.clientId());
    assertEquals("vp_token", claims.get("response_type").textValue());
    assertEquals("direct_post.jwt", claims.get("response_mode").textValue());
    assertEquals(
        "https://registry.example/oid4vp/responses/" + reference,
        claims.get("response_uri").textValue());
    assertEquals("https://self-issued.me/v2", claims.get("aud").textValue());
    assertEquals("n-1", claims.get("wallet_nonce").textValue());
    assertEquals(Json.read(LICENCE), claims.get("dcql_query"));
    JsonNode metadata = claims.get("client_metadata");
    assertEquals("ECDH-ES", metadata.at("/jwks/keys/0/alg").textValue());
    assertFalse(metadata.at("/jwks/keys/0").has("d"));
    assertTrue(metadata.at("/jwks/keys/0").has("kid"));
    assertTrue(metadata.has("vp_formats_supported"));
    assertTrue(
        requested
            .link()
            .startsWith("openid4vp://?client_id=decentralized_identifier%3Adid%3Aweb%3A"));
    assertTrue(requested.qrCode().svg().startsWith("<svg "));
    String png = requested.qrCode().png().replaceFirst("^data:image/png;base64,", "");
    assertTrue(
        ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(png))).getWidth() > 100);
    assertFalse(
        PresentingWallet.claims(PresentingWallet.object(service, reference, null))
            .has("wallet_nonce"));
    assertNotEquals(
        claims.get("nonce"),
        PresentingWallet.reading(service, request(LICENCE, null, null)).request().get("nonce"));
  }

  @Test
  void aRequestByRedirectUriIsNotSigned() throws Exception {
    RequestedPresentation requested = request(LICENCE, "direct_post", "redirect_uri");
    PresentingWallet wallet = PresentingWallet.reading(service, requested);
    String object = PresentingWallet.object(service, wallet.reference(), null);

    assertEquals("none", PresentingWallet.header(object).get("alg").textValue());
    assertTrue(object.endsWith("."));
    assertEquals(
        "redirect_uri:https://registry.example/oid4vp/responses/" + wallet.reference(),
        wallet.text("client_id"));
    assertTrue(requested.link().contains("&dcql_query=%7B"), requested.link());
    assertFalse(requested.link().contains("request_uri="), requested.link());

    wallet.answer(wallet.presenting("licence", wallet.bound(licence, HOLDER)));
    assertTrue(read(requested).verified());
  }

  @Test
  void theResultOpensToTheUserWhoComesBackFromTheWallet() throws Exception {
    RequestedPresentation requested =
        make(redirected("https://verifier.example/done?a=b"), VERIFIER);
    PresentingWallet wallet = PresentingWallet.reading(service, requested);

    String next =
        wallet.answer(wallet.presenting("licence", wallet.bound(licence, HOLDER))).redirectUri();

    String start = "https://verifier.example/done?a=b#response_code=";
    assertTrue(next.startsWith(start), next);
    String code = next.substring(start.length());
    for (String wrong : Arrays.asList(null, "", "wrong", next)) {
      PresentationResult closed = read(requested, wrong);
      assertEquals(PresentationState.ANSWERED, closed.state());
      assertNull(closed.verified());
      assertEquals(List.of(), closed.credentials());
    }
    assertTrue(read(requested, code).verified());
    assertEquals(1, read(requested, code).credentials().size());
  }

  private static RequestPresentationRequest redirected(String redirectUri) {
    return new RequestPresentationRequest(
        JsonBytes.of(LICENCE), null, null, null, null, "direct_post", null, null, redirectUri);
  }

  private static PresentationResult read(RequestedPresentation requested, String responseCode)
      throws Exception {
    return service.request(
        PresentationOperations.READ_PRESENTATION,
        new ReadPresentationRequest(requested.requestId(), responseCode),
        VERIFIER);
  }

  @Test
  void theUserOfAWalletThatDeclinesComesBackWithoutACode() throws Exception {
    RequestedPresentation requested = make(redirected("https://verifier.example/done"), VERIFIER);
    PresentingWallet wallet = PresentingWallet.reading(service, requested);
    ObjectNode declined =
        Json.object().put("state", wallet.text("state")).put("error", "access_denied");

    assertEquals("https://verifier.example/done", wallet.answer(declined).redirectUri());
    assertEquals(PresentationState.DECLINED, read(requested).state());
    assertEquals("access_denied", read(requested).error().code());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://other.example/done",
        "https://verifier.example.evil.example/",
        "https://verifier.example:8443/",
        "https://verifier.example@evil.example/",
        "https://user@verifier.example/",
        "http://verifier.example/",
        "https://verifier.example/#there",
        "javascript:alert(1)",
        "//verifier.example/",
        "https://verifier.example/ a",
        ""
      })
  void usersGoOnOnPagesOfNamedOriginsAlone(String redirectUri) {
    invalid("/redirectUri", redirected(redirectUri));
  }

  @Test
  void theResultIsForTheCallerAlone() throws Exception {
    RequestedPresentation requested = request(LICENCE, null, null);
    String id = requested.requestId();
    String reference = requested.requestUri().replaceFirst(".*/", "");

    for (Caller other : List.of(OTHER_VERIFIER, ADMIN)) {
      refused(FailureKind.NOT_FOUND, "credential.presentation.unknown", () -> read(id, other));
      refused(FailureKind.NOT_FOUND, "credential.presentation.unknown", () -> delete(id, other));
    }
    refused(FailureKind.FORBIDDEN, "credential.presentation.forbidden", () -> read(id, USER));
    refused(
        FailureKind.UNAUTHENTICATED,
        "credential.presentation.unauthenticated",
        () -> read(id, Caller.NOBODY));
    refused(
        FailureKind.NOT_FOUND, "credential.presentation.unknown", () -> read(reference, VERIFIER));
    refused(
        FailureKind.NOT_FOUND,
        "credential.presentation.unknown",
        () -> PresentingWallet.object(service, id, null));
  }

  @Test
  void whoHasNoRoleRequestsNothing() {
    RequestPresentationRequest request = asked(LICENCE, null, null);
    refused(
        FailureKind.UNAUTHENTICATED,
        "credential.presentation.unauthenticated",
        () -> make(request, Caller.NOBODY));
    refused(FailureKind.FORBIDDEN, "credential.presentation.forbidden", () -> make(request, USER));
  }

  @Test
  void aDeletedRequestIsGone() throws Exception {
    RequestedPresentation requested = request(LICENCE, null, null);
    PresentingWallet wallet = PresentingWallet.reading(service, requested);

    delete(requested.requestId(), VERIFIER);

    String unknown = "credential.presentation.unknown";
    refused(FailureKind.NOT_FOUND, unknown, () -> read(requested));
    refused(FailureKind.NOT_FOUND, unknown, () -> delete(requested.requestId(), VERIFIER));
    refused(
        FailureKind.NOT_FOUND,
        unknown,
        () -> wallet.answer(wallet.presenting("licence", wallet.bound(licence, HOLDER))));
  }

  @Test
  void oneAnswerEndsARequest() throws Exception {
    RequestedPresentation requested = request(LICENCE, null, null);
    PresentingWallet wallet = PresentingWallet.reading(service, requested);
    ObjectNode answer = wallet.presenting("licence", wallet.bound(licence, HOLDER));
    wallet.answer(answer);

    String closed = "credential.presentation.closed";
    refused(FailureKind.CONFLICT, closed, () -> wallet.answer(answer));
    refused(
        FailureKind.CONFLICT,
        closed,
        () -> PresentingWallet.object(service, wallet.reference(), null));
    assertTrue(read(requested).verified());
  }

  @Test
  void aWalletMayDecline() throws Exception {
    RequestedPresentation requested = request(LICENCE, null, null);
    PresentingWallet wallet = PresentingWallet.reading(service, requested);

    wallet.plain(
        Json.object()
            .put("state", wallet.text("state"))
            .put("error", "access_denied")
            .put("error_description", "No\u0001 licence"));

    PresentationResult result = read(requested);
    assertEquals(PresentationState.DECLINED, result.state());
    assertNull(result.verified());
    assertEquals("access_denied", result.error().code());
    assertEquals("No  licence", result.error().description());
  }

  @Test
  void aWalletThatDeclinesLeavesTheRequestToOthers() throws Exception {
    RequestedPresentation requested = request(LICENCE, null, null);
    PresentingWallet stranger = PresentingWallet.reading(service, requested);
    ObjectNode declined =
        Json.object().put("state", stranger.text("state")).put("error", "access_denied");
    stranger.plain(declined);

    PresentingWallet wallet = PresentingWallet.reading(service, requested);
    wallet.answer(wallet.presenting("licence", wallet.bound(licence, HOLDER)));

    assertTrue(read(requested).verified());
    refused(FailureKind.CONFLICT, "credential.presentation.closed", () -> stranger.plain(declined));
  }

  /** A presentation that was made for another verifier, request or time. */
  @Test
  void aPresentationThatWasNotMadeForTheRequestIsRefused() throws Exception {
    RequestedPresentation requested = request(LICENCE, null, null);
    PresentingWallet wallet = PresentingWallet.reading(service, requested);
    PresentingWallet earlier = PresentingWallet.reading(service, request(LICENCE, null, null));
    ObjectNode elsewhere = wallet.binding().put("aud", "x509_san_dns:other.example");
    ObjectNode plainDid = wallet.binding().put("aud", "did:web:registry.example");
    ObjectNode old = wallet.binding().put("iat", wallet.asked() - 600);
    ObjectNode late = wallet.binding().put("iat", wallet.asked() + 1_200);
    ObjectNode other = wallet.binding().put("sd_hash", "AAAA");

    assertRefused(wallet, earlier.bound(licence, HOLDER), "holder: holder.nonce");
    assertRefused(wallet, wallet.bound(licence, HOLDER, elsewhere), "holder: holder.aud");
    assertRefused(wallet, wallet.bound(licence, HOLDER, plainDid), "holder: holder.aud");
    assertRefused(wallet, wallet.bound(licence, HOLDER, old), "holder: holder.iat");
    assertRefused(wallet, wallet.bound(licence, HOLDER, late), "holder: holder.iat");
    assertRefused(wallet, wallet.bound(licence, HOLDER, other), "holder: holder.other-credential");
    assertRefused(wallet, wallet.bound(licence, OTHER), "holder: signature.mismatch");
    assertRefused(wallet, licence, "holder: holder.missing");

    PresentationResult open = read(requested);
    assertEquals(PresentationState.OPEN, open.state());
    assertEquals(8, open.refused().count());
    assertEquals("/vp_token/licence/0", open.refused().violations().getFirst().pointer());
    wallet.answer(wallet.presenting("licence", wallet.bound(licence, HOLDER)));
    assertTrue(read(requested).verified());
  }

  /** No algorithm, and the public key as the key of a symmetric one. */
  @ParameterizedTest
  @ValueSource(strings = {"none", "HS256", "RS256"})
  void aKeyBindingOfAnotherAlgorithmIsRefused(String algorithm) throws Exception {
    PresentingWallet wallet = PresentingWallet.reading(service, request(LICENCE, null, null));
    String header = "{\"alg\": \"%s\", \"typ\": \"kb+jwt\"}".formatted(algorithm);
    String bound = new TestSdJwts(null, HOLDER).bound(licence, header, wallet.binding());

    assertRefused(wallet, bound, "holder: key.type");
    assertRefused(wallet, bound.replaceFirst("[^.]*$", ""), "holder: key.type");
  }

  @Test
  void aForgedCredentialIsRefused() throws Exception {
    PresentingWallet wallet = PresentingWallet.reading(service, request(LICENCE, null, null));
    String forged = licence.replaceFirst("\\.[^.~]*~", ".AAAA~");
    String name = licence.split("~")[1];
    String changed =
        licence.replace(
            name,
            Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(
                    "[\"c2FsdA\",\"urn:name\",\"Eve\"]".getBytes(StandardCharsets.UTF_8)));

    assertRefused(wallet, wallet.bound(forged, HOLDER), "proof: signature.mismatch");
    assertRefused(wallet, wallet.bound(changed, HOLDER), "proof: sd-jwt.disclosures");
    assertRefused(wallet, "no credential", "proof: form.unsupported:sd-jwt");
  }

  @Test
  void whatIsNotRequestedIsRefused() throws Exception {
    PresentingWallet wallet = PresentingWallet.reading(service, request(LICENCE, null, null));
    String other = sdJwt("urn:w", HOLDER);
    String nothing = licence.substring(0, licence.indexOf('~') + 1);

    assertRefused(
        wallet, wallet.bound(other, HOLDER), "The credential has another type than is requested.");
    assertRefused(
        wallet,
        wallet.bound(nothing, HOLDER),
        "The credential does not disclose the claims that are requested.");
    Violation id =
        refused(() -> wallet.answer(wallet.presenting("other", wallet.bound(licence, HOLDER))));
    assertEquals("query", id.rule());
    String bound = wallet.bound(licence, HOLDER);
    assertEquals(
        "/vp_token/licence",
        refused(() -> wallet.answer(wallet.presenting("licence", bound, bound))).pointer());
    ObjectNode single = wallet.presenting("licence", bound);
    single.withObjectProperty("vp_token").put("licence", bound);
    assertEquals("/vp_token/licence", refused(() -> wallet.answer(single)).pointer());
    assertEquals(
        "format", refused(() -> wallet.answer(wallet.presenting("licence", Json.object()))).rule());
  }

  @Test
  void aResponseHasTheStateOfTheRequest() throws Exception {
    PresentingWallet wallet = PresentingWallet.reading(service, request(LICENCE, null, null));
    ObjectNode answer = wallet.presenting("licence", wallet.bound(licence, HOLDER));

    assertEquals("/state", refused(() -> wallet.answer(answer.put("state", "x"))).pointer());
    answer.remove("state");
    assertEquals("/state", refused(() -> wallet.answer(answer)).pointer());
    assertEquals("/state", refused(() -> wallet.plain(Json.object().put("error", "x"))).pointer());
  }

  @Test
  void aResponseIsEncryptedWhereTheRequestSaysSo() throws Exception {
    RequestedPresentation requested = request(LICENCE, null, null);
    PresentingWallet wallet = PresentingWallet.reading(service, requested);
    PresentingWallet other = PresentingWallet.reading(service, request(LICENCE, null, null));
    ObjectNode answer = wallet.presenting("licence", wallet.bound(licence, HOLDER));

    assertEquals("/response", refused(() -> wallet.plain(answer)).pointer());
    String toAnother = other.encrypted(answer, EncryptionMethod.A128GCM, null);
    assertEquals("jwe", refused(() -> wallet.encrypted(toAnother)).rule());
    String cbc = wallet.encrypted(answer, EncryptionMethod.A128CBC_HS256, null);
    assertEquals("jwe", refused(() -> wallet.encrypted(cbc)).rule());
    assertEquals("jwe", refused(() -> wallet.encrypted("a.b.c.d.e")).rule());
    wallet.encrypted(wallet.encrypted(answer, EncryptionMethod.A256GCM, null));
    assertTrue(read(requested).verified());
  }

  /** Four million characters in four thousand. */
  @Test
  void aResponseThatExpandsIsRefusedBeforeItIsOpened() throws Exception {
    PresentingWallet wallet = PresentingWallet.reading(service, request(LICENCE, null, null));
    ObjectNode bomb = Json.object().put("state", wallet.text("state"));
    bomb.put("vp_token", " ".repeat(4_000_000));

    String jwe = wallet.encrypted(bomb, EncryptionMethod.A128GCM, CompressionAlgorithm.DEF);

    assertTrue(jwe.length() < 8_000, () -> "" + jwe.length());
    assertEquals("jwe", refused(() -> wallet.encrypted(jwe)).rule());
  }

  @Test
  void wrongResponsesAreBounded() throws Exception {
    RequestedPresentation requested = request(LICENCE, null, null);
    PresentingWallet wallet = PresentingWallet.reading(service, requested);
    for (int i = 0; i < 20; i++) {
      refused(() -> wallet.encrypted("a.b.c.d.e"));
    }

    ObjectNode right = wallet.presenting("licence", wallet.bound(licence, HOLDER));
    refused(FailureKind.CONFLICT, "credential.presentation.closed", () -> wallet.answer(right));
    assertEquals(PresentationState.OPEN, read(requested).state());
  }

  @Test
  void aW3cCredentialIsPresentedByItsSubject() throws Exception {
    String query = w3cQuery("ldp_vc");
    RequestedPresentation requested = request(query, null, null);
    PresentingWallet wallet = PresentingWallet.reading(service, requested);
    JsonNode own = document(DID);
    JsonNode others = document(TestDataIntegrity.didKey(OTHER));

    Violation stolen =
        refused(() -> wallet.answer(wallet.presenting("c", presentation(wallet, others))));
    assertEquals("holder: holder.missing", stolen.message());
    Violation unsigned =
        refused(
            () -> wallet.answer(wallet.presenting("c", TestPresentations.of(DID, List.of(own)))));
    assertEquals("proof", unsigned.rule());
    PresentingWallet earlier = PresentingWallet.reading(service, request(query, null, null));
    Violation replayed =
        refused(() -> wallet.answer(wallet.presenting("c", presentation(earlier, own))));
    assertEquals("challenge", replayed.rule());
    Violation two =
        refused(() -> wallet.answer(wallet.presenting("c", presentation(wallet, own, own))));
    assertEquals("credential", two.rule());
    assertEquals("format", refused(() -> wallet.answer(wallet.presenting("c", "text"))).rule());

    wallet.answer(wallet.presenting("c", presentation(wallet, own)));
    PresentationResult result = read(requested);
    assertTrue(result.verified(), result::toString);
    PresentedCredential one = result.credentials().getFirst();
    assertEquals("ldp_vc", one.format());
    assertEquals(new Check("holder", Status.OK, null), one.checks().getLast());
    JsonNode claims = Json.read(one.claims());
    assertEquals(DID, claims.at("/credentialSubject/id").textValue());
    assertFalse(claims.has("proof"));
    assertFalse(claims.has("@context"));
  }

  @Test
  void aW3cCredentialInAJwtIsPresentedInAJwt() throws Exception {
    RequestedPresentation requested = request(w3cQuery("jwt_vc_json"), null, null);
    PresentingWallet wallet = PresentingWallet.reading(service, requested);
    String credential = jwtCredential(DID);
    ObjectNode presentation = TestPresentations.of(DID, List.of(TextNode.valueOf(credential)));
    presentation.put("iss", DID).put("nonce", wallet.text("nonce"));
    ObjectNode elsewhere = presentation.deepCopy().put("aud", "x509_san_dns:other.example");
    presentation.put("aud", wallet.text("client_id"));

    assertEquals(
        "domain", refused(() -> wallet.answer(wallet.presenting("c", jwt(elsewhere)))).rule());
    Violation alone = refused(() -> wallet.answer(wallet.presenting("c", credential)));
    assertEquals("format", alone.rule());
    String none = jwt(presentation).replaceFirst("^[^.]*", encoded("{\"alg\":\"none\"}"));
    refused(() -> wallet.answer(wallet.presenting("c", none)));

    wallet.answer(wallet.presenting("c", jwt(presentation)));
    PresentationResult result = read(requested);
    assertTrue(result.verified(), result::toString);
    assertEquals("jwt_vc_json", result.credentials().getFirst().format());
  }

  /** The form of the specification's example, in the data model 1.1. */
  @Test
  void aPresentationMayBeAClaimOfAJwt() throws Exception {
    RequestedPresentation requested = request(w3cQuery("jwt_vc_json"), null, null);
    PresentingWallet wallet = PresentingWallet.reading(service, requested);
    ObjectNode claims = Json.object().put("iss", DID).put("nonce", wallet.text("nonce"));
    claims.put("aud", wallet.text("client_id"));
    claims.set("vp", TestPresentations.of(DID, List.of(TextNode.valueOf(jwtCredential(DID)))));
    String jwt = jwt(claims, "JWT");
    String elsewhere = jwt(claims.deepCopy().put("aud", "other"), "JWT");

    assertEquals("domain", refused(() -> wallet.answer(wallet.presenting("c", elsewhere))).rule());
    wallet.answer(wallet.presenting("c", jwt));
    assertTrue(read(requested).verified());
  }

  @Test
  void aCredentialIsTakenByItselfWhereNoHolderIsAskedFor() throws Exception {
    String unbound = ", \"require_cryptographic_holder_binding\": false}]}";
    RequestedPresentation requested =
        request(w3cQuery("ldp_vc").strip().replaceFirst("}]}$", unbound), null, null);
    PresentingWallet wallet = PresentingWallet.reading(service, requested);
    wallet.answer(wallet.presenting("c", document(null)));
    assertTrue(read(requested).verified());

    RequestedPresentation sdJwt =
        request(LICENCE.strip().replaceFirst("}]}$", unbound), null, null);
    PresentingWallet second = PresentingWallet.reading(service, sdJwt);
    second.answer(second.presenting("licence", licence));
    assertTrue(read(sdJwt).verified());
  }

  @Test
  void twoCredentialsAreEachVerified() throws Exception {
    String both =
        LICENCE.strip().replaceFirst("]}$", "")
            + ","
            + w3cQuery("ldp_vc").strip().replaceFirst("^\\{\"credentials\": \\[", "");
    RequestedPresentation requested = request(both, null, null);
    PresentingWallet wallet = PresentingWallet.reading(service, requested);
    ObjectNode one = wallet.presenting("licence", wallet.bound(licence, HOLDER));
    assertEquals("/vp_token", refused(() -> wallet.answer(one)).pointer());
    ObjectNode response = one.deepCopy();
    response
        .withObjectProperty("vp_token")
        .withArrayProperty("c")
        .add(presentation(wallet, document(DID)));

    wallet.answer(response);

    PresentationResult result = read(requested);
    assertTrue(result.verified(), result::toString);
    assertEquals(
        List.of("licence", "c"),
        result.credentials().stream().map(PresentedCredential::id).toList());
  }

  /** The proof is valid, so the verifier sees the credential and that it is not accepted. */
  @Test
  void aCredentialOfAnIssuerWhoIsNotTrustedIsShownAsNotVerified() throws Exception {
    KeyPair stranger = TestDataIntegrity.keys("eddsa-rdfc-2022");
    ObjectNode foreign =
        TestDataIntegrity.credential(
            "eddsa-rdfc-2022", stranger, TestDataIntegrity.didKey(stranger), DID);
    RequestedPresentation requested = request(w3cQuery("ldp_vc"), null, null);
    PresentingWallet wallet = PresentingWallet.reading(service, requested);

    wallet.answer(wallet.presenting("c", presentation(wallet, foreign)));

    PresentationResult result = read(requested);
    assertEquals(PresentationState.ANSWERED, result.state());
    assertFalse(result.verified());
    PresentedCredential one = result.credentials().getFirst();
    assertFalse(one.verified());
    assertEquals(
        "issuer.not-trusted:" + TestDataIntegrity.didKey(stranger),
        one.checks().stream()
            .filter(check -> check.check().equals("issuer"))
            .findFirst()
            .orElseThrow()
            .reason());
  }

  @Test
  void aRequestExpiresAndIsDeleted() throws Exception {
    RunningService brief =
        RunningService.start(
            RunningService.migratedDatabase(),
            Map.of("PUBLIC_URL", "https://registry.example", "PRESENTATION_KEPT", "PT1S"));
    try {
      RequestedPresentation requested =
          brief.request(
              PresentationOperations.REQUEST_PRESENTATION, asked(LICENCE, null, null), VERIFIER);
      ReadPresentationRequest reading = new ReadPresentationRequest(requested.requestId());
      brief.eventually(
          () -> {
            try {
              brief.request(PresentationOperations.READ_PRESENTATION, reading, VERIFIER);
              return false;
            } catch (FailureException gone) {
              return gone.failure().kind() == FailureKind.NOT_FOUND;
            }
          });
    } finally {
      brief.discard();
    }
  }

  /** Stored requests wait for the test before they are committed. */
  private static final String REQUESTS_WAIT =
      """
      CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(18);
        RETURN NEW;
      END $$;
      CREATE TRIGGER waits BEFORE INSERT ON presentation_request
      FOR EACH ROW EXECUTE FUNCTION wait_for_test();
      """;

  private static final String WAITING =
      "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";

  @Test
  void aCallerHasSoManyRequests() throws Exception {
    TestDatabase database = RunningService.migratedDatabase();
    RunningService few =
        RunningService.start(
            database, Map.of("PUBLIC_URL", "https://registry.example", "PRESENTATION_MOST", "2"));
    try {
      RequestPresentationRequest asked = asked(LICENCE, null, null);
      List<Future<RequestedPresentation>> requests;
      database.execute(REQUESTS_WAIT);
      try (Connection holder = database.connect();
          Statement statement = holder.createStatement()) {
        statement.execute("SELECT pg_advisory_lock(18)");
        requests =
            IntStream.range(0, 4)
                .mapToObj(
                    i -> few.begin(PresentationOperations.REQUEST_PRESENTATION, asked, VERIFIER))
                .toList();
        few.eventually(() -> database.query(WAITING).size() == 4);
      }
      await(Future.join(requests).otherwiseEmpty());
      List<Future<RequestedPresentation>> made =
          requests.stream().filter(Future::succeeded).toList();
      assertEquals(2, made.size());
      refused(
          FailureKind.RATE_LIMITED,
          "credential.presentation.too-many",
          () -> few.request(PresentationOperations.REQUEST_PRESENTATION, asked, VERIFIER));
      few.request(PresentationOperations.REQUEST_PRESENTATION, asked, OTHER_VERIFIER);
      few.request(
          PresentationOperations.DELETE_PRESENTATION,
          new DeletePresentationRequest(made.getFirst().result().requestId()),
          VERIFIER);
      few.request(PresentationOperations.REQUEST_PRESENTATION, asked, VERIFIER);
    } finally {
      few.discard();
    }
  }

  @Test
  void aRequestSaysOneThing() {
    JsonBytes query = JsonBytes.of(LICENCE);
    invalid("", new RequestPresentationRequest(null, null, null, null, null, null, null, null));
    invalid("", new RequestPresentationRequest(query, "T", null, null, null, null, null, null));
    invalid(
        "/query", new RequestPresentationRequest(query, null, null, null, "q", null, null, null));
    invalid(
        "/query", new RequestPresentationRequest(null, null, null, null, "q", null, null, null));
    invalid(
        "/type", new RequestPresentationRequest(query, null, "p", null, null, null, null, null));
    invalid(
        "/responseMode",
        new RequestPresentationRequest(query, null, null, null, null, "fragment", null, null));
    invalid(
        "/clientIdPrefix",
        new RequestPresentationRequest(query, null, null, null, null, null, "origin", null));
    invalid(
        "/clientIdPrefix",
        new RequestPresentationRequest(query, null, null, null, null, null, "x509_san_dns", null));
    invalid(
        "/requestUriMethod",
        new RequestPresentationRequest(query, null, null, null, null, null, null, "put"));
    invalid(
        "/dcqlQuery/credentials",
        new RequestPresentationRequest(
            JsonBytes.of("{}"), null, null, null, null, null, null, null));
  }

  private static void invalid(String pointer, RequestPresentationRequest request) {
    FailureException refusal = assertThrows(FailureException.class, () -> make(request, VERIFIER));
    assertEquals("credential.presentation.invalid", refusal.failure().code());
    assertEquals(pointer, refusal.failure().violations().getFirst().pointer());
  }

  @Test
  void anAdminStoresQueriesThatCallersUseByName() throws Exception {
    StorePresentationQueryRequest store =
        new StorePresentationQueryRequest(
            "licence.1", "A licence", JsonBytes.of(LICENCE), null, null, null);
    for (Caller other : List.of(USER, VERIFIER)) {
      refused(
          FailureKind.FORBIDDEN,
          "credential.query.forbidden",
          () -> service.request(PresentationOperations.STORE_PRESENTATION_QUERY, store, other));
    }
    PresentationQuery stored =
        service.request(PresentationOperations.STORE_PRESENTATION_QUERY, store, ADMIN);
    assertEquals("licence.1", stored.name());

    PresentationQueriesView listed =
        service.request(
            PresentationOperations.LIST_PRESENTATION_QUERIES,
            new ListPresentationQueriesRequest(10, 0),
            VERIFIER);
    assertEquals(1, listed.totalCount());
    assertNull(listed.data().getFirst().dcqlQuery());
    ReadPresentationQueryRequest reading = new ReadPresentationQueryRequest("licence.1");
    assertEquals(
        Json.read(LICENCE),
        Json.read(
            service
                .request(PresentationOperations.READ_PRESENTATION_QUERY, reading, VERIFIER)
                .dcqlQuery()));

    RequestedPresentation requested =
        make(
            new RequestPresentationRequest(
                null, null, null, null, "licence.1", "direct_post", null, "post"),
            VERIFIER);
    assertTrue(requested.link().endsWith("&request_uri_method=post"), requested.link());
    PresentingWallet wallet = PresentingWallet.reading(service, requested);
    wallet.answer(wallet.presenting("licence", wallet.bound(licence, HOLDER)));
    assertTrue(read(requested).verified());

    service.request(
        PresentationOperations.STORE_PRESENTATION_QUERY,
        new StorePresentationQueryRequest(
            "licence.1", null, JsonBytes.of(w3cQuery("ldp_vc")), null, null, null),
        ADMIN);
    DeletePresentationQueryRequest deleting = new DeletePresentationQueryRequest("licence.1");
    assertNull(
        service
            .request(PresentationOperations.DELETE_PRESENTATION_QUERY, deleting, ADMIN)
            .description());
    refused(
        FailureKind.NOT_FOUND,
        "credential.query.unknown",
        () -> service.request(PresentationOperations.READ_PRESENTATION_QUERY, reading, VERIFIER));
  }

  private static String w3cQuery(String format) {
    return """
    {"credentials": [{"id": "c", "format": "%s",
       "meta": {"type_values": [["https://www.w3.org/2018/credentials#VerifiableCredential"]]},
       "claims": [{"path": ["credentialSubject", "urn:name"]}]}]}
    """
        .formatted(format);
  }

  private static JsonNode document(String subject) throws Exception {
    ObjectNode template = ForeignRegistry.template();
    ObjectNode about = template.putObject("credentialSubject").put("urn:name", "Ada");
    if (subject != null) {
      about.put("id", subject);
    }
    return signed(template);
  }

  private static String jwtCredential(String subject) throws Exception {
    ObjectNode template = second();
    template.putObject("credentialSubject").put("urn:name", "Ada").put("id", subject);
    template.putObject("proof").put("type", "vc+jwt").put("alg", "ES256");
    return signed(template).get("id").textValue().substring("data:application/vc+jwt,".length());
  }

  private static String sdJwt(String vct, KeyPair holder) throws Exception {
    ObjectNode template = second();
    template.putObject("credentialSubject").put("urn:name", "Ada");
    ObjectNode proof = template.putObject("proof").put("type", "dc+sd-jwt").put("alg", "ES256");
    proof.put("vct", vct).putArray("disclosable").add("/urn:name");
    proof.set("holderKey", new TestSdJwts(null, holder).holderKey());
    return signed(template).get("credential").textValue();
  }

  /** Returns a template of the data model 2.0. */
  private static ObjectNode second() {
    ObjectNode template = ForeignRegistry.template();
    template.putArray("@context").add("https://www.w3.org/ns/credentials/v2");
    return template.without(List.of("issuanceDate", "proof"));
  }

  private static JsonNode signed(JsonNode template) throws Exception {
    SignCredentialRequest request =
        new SignCredentialRequest(JsonBytes.of("{}"), Json.write(template));
    return Json.read(
        service.request(CredentialOperations.SIGN_CREDENTIAL, request, ADMIN).credential());
  }

  private static ObjectNode presentation(PresentingWallet wallet, JsonNode... credentials) {
    ObjectNode options =
        Json.object()
            .put("challenge", wallet.text("nonce"))
            .put("domain", wallet.text("client_id"));
    return TestPresentations.signedJson(
        TestPresentations.of(DID, List.of(credentials)), HOLDER, options);
  }

  private static String jwt(ObjectNode claims) {
    return jwt(claims, "vp+jwt");
  }

  private static String jwt(ObjectNode claims, String type) {
    String header =
        "{\"alg\": \"EdDSA\", \"typ\": \"%s\", \"kid\": \"%s#%s\"}"
            .formatted(type, DID, DID.substring("did:key:".length()));
    return TestSdJwts.jwt(header, claims.toString(), HOLDER);
  }

  private static String encoded(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void assertRefused(PresentingWallet wallet, String presentation, String message) {
    Violation violation = refused(() -> wallet.answer(wallet.presenting("licence", presentation)));
    assertTrue(violation.message().startsWith(message), violation.message());
    assertEquals("/vp_token/licence/0", violation.pointer());
  }

  /** The first violation of a response that is refused. */
  private static Violation refused(Sending sending) {
    FailureException refusal = assertThrows(FailureException.class, sending::send);
    assertEquals(FailureKind.INVALID, refusal.failure().kind(), refusal::getMessage);
    assertEquals(REFUSED, refusal.failure().code(), refusal::getMessage);
    return refusal.failure().violations().getFirst();
  }

  private static void refused(FailureKind kind, String code, Sending sending) {
    FailureException refusal = assertThrows(FailureException.class, sending::send);
    assertEquals(code, refusal.failure().code());
    assertEquals(kind, refusal.failure().kind());
  }

  @FunctionalInterface
  private interface Sending {
    Object send() throws Exception;
  }

  private static RequestPresentationRequest asked(String query, String mode, String prefix) {
    return new RequestPresentationRequest(
        JsonBytes.of(query), null, null, null, null, mode, prefix, null);
  }

  private static RequestedPresentation request(String query, String mode, String prefix)
      throws Exception {
    return make(asked(query, mode, prefix), VERIFIER);
  }

  private static RequestedPresentation make(RequestPresentationRequest request, Caller caller)
      throws Exception {
    return service.request(PresentationOperations.REQUEST_PRESENTATION, request, caller);
  }

  private static PresentationResult read(RequestedPresentation requested) throws Exception {
    return read(requested.requestId(), VERIFIER);
  }

  private static PresentationResult read(String id, Caller caller) throws Exception {
    return service.request(
        PresentationOperations.READ_PRESENTATION, new ReadPresentationRequest(id), caller);
  }

  private static Object delete(String id, Caller caller) throws Exception {
    return service.request(
        PresentationOperations.DELETE_PRESENTATION, new DeletePresentationRequest(id), caller);
  }
}
