package org.attestry.gateway.page;

import static org.attestry.gateway.page.PageSamples.CHANGED;
import static org.attestry.gateway.page.PageSamples.MARKUP;
import static org.attestry.gateway.page.PageSamples.NUMBER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attestry.contracts.Caller;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerifyIssuedRequest;
import org.attestry.contracts.registry.EntityOperations.ReadEntityRequest;
import org.attestry.gateway.GatewayServer;
import org.attestry.gateway.Services.ReceivedRequest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VerifyRoutesIT {

  @AutoClose private static GatewayServer gateway;

  @BeforeAll
  static void start() {
    gateway = new GatewayServer(Map.of("CORS_ORIGINS", "https://app.example.org"));
    PageSamples.serve(gateway.services());
  }

  @BeforeEach
  void forget() {
    gateway.services().forget();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 200, This credential is valid",
    "2, 200, This credential has expired",
    "3, 200, This credential is suspended",
    "4, 200, This credential has been revoked",
    "5, 200, This credential is not genuine",
    "6, 200, This credential could not be confirmed",
    "0, 409, This credential could not be confirmed",
    "8, 404, No such credential is known here",
    "9, 503, The check is not possible at the moment",
    "a, 200, This credential is not valid yet",
    "b, 200, This document is not signed",
    "c, 200, This credential can no longer be trusted",
    "d, 200, This credential was not issued here",
    "e, 200, This credential is not genuine"
  })
  void saysInOneSentenceWhatACredentialIsWorth(String last, int status, String title) {
    HttpResponse<String> page = gateway.get("/verify/" + NUMBER + last, null);

    assertEquals(status, page.statusCode());
    assertTrue(page.body().contains("<h1>" + title + "</h1>"), page.body());
    assertEquals(Optional.of("text/html; charset=utf-8"), header(page, "content-type"));
    assertEquals(Optional.of("no-store"), header(page, "cache-control"));
  }

  @Test
  void showsOnlyWhatAnybodyMayReadOfTheEntityAlsoToAnAdmin() {
    HttpResponse<String> page =
        gateway.get("/verify/" + NUMBER + "1", gateway.identity().tokenOf("user-1"));

    ReceivedRequest verified = gateway.services().next();
    ReceivedRequest read = gateway.services().next();
    assertEquals(new VerifyIssuedRequest(NUMBER + "1"), verified.request());
    assertEquals(new ReadEntityRequest("Student", "student"), read.request());
    assertEquals(Caller.NOBODY, read.context().caller());
    assertTrue(
        page.body().contains("Meera Iyer") && page.body().contains("registry.example.gov.in"));
    assertFalse(page.body().contains("user-1") || page.body().contains("PUBLISHED"));
    assertFalse(gateway.get("/verify/" + NUMBER + "4", null).body().contains("Meera"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        NUMBER + "7",
        "%3Cimg%20src=x%20onerror=alert(1)%3E",
        "%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E",
        "%E2%80%AEx",
        "'%20onmouseover='alert(1)"
      })
  void showsWhatIsHostileAsText(String id) {
    String page = gateway.get("/verify/" + id, null).body();

    assertFalse(page.contains("<img src=x") || page.contains("<script>"), page);
    assertFalse(page.contains("\u202e") || page.contains("' onmouseover"), page);
    assertTrue(page.contains("&lt;") || !id.contains("3C"), page);
  }

  @Test
  void showsAtMostSomeHundredCharactersOfAnAddress() {
    String page = gateway.get("/verify/" + "a".repeat(4_000), null).body();

    assertTrue(page.contains("a".repeat(400) + "…"));
    assertFalse(page.contains("a".repeat(401)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/verify", "/verify/" + NUMBER + "1", "/verify/" + NUMBER + "8"})
  void loadsItsOwnFilesOnlyAndRunsNothingInline(String path) {
    HttpResponse<String> page = gateway.get(path, null);

    String policy = header(page, "content-security-policy").orElseThrow();
    String nonce = policy.replaceAll(".*script-src 'nonce-([\\w-]{22})'; style-src .*", "$1");
    assertTrue(policy.startsWith("default-src 'none'; script-src 'nonce-" + nonce), policy);
    assertTrue(page.body().contains("<link rel=\"stylesheet\" nonce=\"" + nonce + "\""), policy);
    String other = header(gateway.get(path, null), "content-security-policy").orElseThrow();
    assertFalse(other.contains(nonce), "A nonce must be of one page alone.");
    assertFalse(policy.contains("unsafe") || policy.contains("*"), policy);
    assertEquals(Optional.of("nosniff"), header(page, "x-content-type-options"));
    assertEquals(Optional.of("same-origin"), header(page, "cross-origin-opener-policy"));
    assertTrue(header(page, "permissions-policy").orElseThrow().contains("geolocation=()"));
    assertFalse(page.body().contains("style=") || page.body().contains("://"), page.body());
    assertFalse(page.body().matches("(?s).*<script(?![^>]* src=).*|.* on[a-z]+=\".*"), page.body());
    String base = path.equals("/verify") ? "" : "../";
    for (String file : new String[] {"verify.css", "mark.svg"}) {
      assertTrue(page.body().contains("\"" + base + "verify/assets/" + file + "\""), file);
      assertEquals(200, gateway.get("/verify/assets/" + file, null).statusCode());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"verify.js", "attachment.js", "picture.js", "camera.js", "verify.css"})
  void sendsAFileOnlyToWhomItIsNew(String file) {
    HttpResponse<String> first = gateway.get("/verify/assets/" + file, null);
    String etag = header(first, "etag").orElseThrow();
    HttpResponse<String> again =
        gateway.request("GET", "/verify/assets/" + file).header("if-none-match", etag).send();

    assertEquals(200, first.statusCode());
    assertEquals(304, again.statusCode());
  }

  @Test
  void readsTheQrCodeOfAPhotoAndKeepsItToItself() {
    String blank = "{\"width\":8,\"pixels\":\"" + "/".repeat(40) + "\"}";
    HttpResponse<String> none = gateway.post("/verify/qr-code", null, blank);
    assertEquals(200, none.statusCode());
    assertFalse(none.body().contains("\"text\""), none.body());
    String wrong = "{\"width\":8,\"pixels\":\"!\"}";
    HttpResponse<String> refused = gateway.post("/verify/qr-code", null, wrong);
    assertEquals(400, refused.statusCode());
    assertTrue(refused.body().contains("/pixels"), refused.body());
    String huge = "{\"width\":-9223372036854775809,\"pixels\":\"AA==\"}";
    assertTrue(gateway.post("/verify/qr-code", null, huge).body().contains("/width"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"page.html", "texts", "en.json", "..%2ftexts%2fen.json", "LICENSE"})
  void servesNoOtherFile(String file) {
    assertEquals(404, gateway.get("/verify/assets/" + file, null).statusCode());
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "hi-IN, none, hi",
        "'fr, hi;q=0.5, en;q=0.4', none, hi",
        "hi, en, en",
        "en, hi, hi",
        "fr, none, en",
        "'*', none, en",
        "'q=;,,%%', none, en",
        "none, <script>, en"
      })
  void speaksTheLanguageThatIsWanted(String accepted, String chosen, String spoken) {
    String query =
        chosen == null ? "" : "?lang=" + URLEncoder.encode(chosen, StandardCharsets.UTF_8);
    GatewayServer.Request request = gateway.request("GET", "/verify" + query);
    HttpResponse<String> page =
        (accepted == null ? request : request.header("accept-language", accepted)).send();

    assertTrue(page.body().contains("<html lang=\"" + spoken + "\">"), page.body());
    assertEquals(Optional.of("accept, accept-language"), header(page, "vary"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"en          | Full name", "hi-IN,en    | पूरा नाम", "ta,hi;q=0.5 | முழு பெயர்"})
  void labelsValuesByTheTitlesOfTheSchemaInTheReadersLanguage(String languages, String title) {
    String page =
        gateway
            .request("GET", "/verify/" + NUMBER + "1")
            .header("accept-language", languages)
            .send()
            .body();

    assertTrue(page.contains("<bdi>" + title + "</bdi>"), page);
    assertTrue(page.contains("State of the university"), page);
  }

  @Test
  void labelsAPastedCredentialThatWasIssuedHere() {
    String signed =
        "{\"id\":\"urn:uuid:%s1\",\"credentialSubject\":{\"name\":\"Meera"
            + " Iyer\"},\"proof\":\"%s\"}";

    assertTrue(paste(signed.formatted(NUMBER, "genuine")).body().contains("Full name"));
    assertFalse(paste(signed.formatted(NUMBER, "other")).body().contains("Full name"));
    String elsewhere = signed.replace("{\"id\"", "{\"issuer\":\"did:web:elsewhere\",\"id\"");
    assertFalse(paste(elsewhere.formatted(NUMBER, "genuine")).body().contains("Full name"));
  }

  @Test
  void showsOfAnAttestedCredentialItsSignedSubjectOnce() {
    String page = gateway.get("/verify/" + NUMBER + "f", null).body();

    assertEquals(2, page.split("Meera Iyer", -1).length, page);
    assertTrue(page.contains("What the credential states") && page.contains("Ulm"), page);
    assertFalse(page.contains("not attested"), page);
    assertFalse(page.contains("o-1") || page.contains("PUBLISHED"), page);
  }

  @Test
  void saysWhatTheVisitorHasToCompare() {
    String open = gateway.get("/verify/" + NUMBER + "1", null).body();
    String hidden = gateway.get("/verify/" + NUMBER + "4", null).body();

    assertTrue(open.contains("Compare this with the certificate before you"), open);
    assertTrue(
        hidden.contains("The register shows nothing of what this credential states"), hidden);
    String signed =
        "{\"credentialSubject\":{\"name\":\"Meera Iyer\"},\"proof\":{\"jws\":\"genuine\"}}";
    assertTrue(paste(signed).body().contains("Only these signed values were checked"));
  }

  @Test
  void putsTheNameOfAnIssuerFirstOnlyIfTheIssuerIsKnown() {
    String credential =
        "{\"issuer\":{\"id\":\"did:key:z6Mk\",\"name\":\"Ministry of Education\"},"
            + "\"credentialSubject\":{\"name\":\"Meera Iyer\"},\"proof\":\"%s\"}";

    assertTrue(paste(credential.formatted("genuine")).body().contains("Ministry of Education"));
    String foreign = paste(credential.formatted("self-signed")).body();
    assertTrue(foreign.contains("did:key:z6Mk"), foreign);
    assertFalse(foreign.contains("Ministry of Education"), foreign);
  }

  @Test
  void readsTheTextOfACodeThatHoldsTheCredential() throws IOException {
    String credential = "{\"credentialSubject\":{\"name\":\"Meera Iyer\"},\"proof\":\"genuine\"}";
    String code = CompactCredentialTest.code(credential);
    HttpResponse<String> page = paste(code.substring(0, 20) + "\r\n" + code.substring(20));

    assertTrue(page.body().contains("<h1>This credential is valid</h1>"), page.body());
    assertEquals(
        new VerifyCredentialRequest(JsonBytes.of(credential)), gateway.services().next().request());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ATT1:", "ATT1:::::", "ATT1:abc", "ATT1:" + NUMBER})
  void saysThatABrokenCodeIsNoCredential(String code) {
    HttpResponse<String> page = paste(code);

    assertEquals(400, page.statusCode());
    assertTrue(page.body().contains("<h1>This is not a credential</h1>"), page.body());
  }

  @Test
  void checksACredentialThatIsPastedAsItWasWritten() {
    String credential =
        "{\"issuer\":\"did:web:x\",\"n\":1.50,\"credentialSubject\":{\"name\":\"Meera Iyer\"},"
            + "\"proof\":\"genuine\"}";
    HttpResponse<String> page = paste(credential);

    assertTrue(page.body().contains("<h1>This credential is valid</h1>"), page.body());
    assertTrue(page.body().contains("What the credential states"), page.body());
    assertEquals(
        new VerifyCredentialRequest(JsonBytes.of(credential)), gateway.services().next().request());
  }

  /** Such as an SD-JWT, a JWT, or JSON in a text: the service says what is in it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        " e30.e30.genuine\n",
        "\"e30.e30.genuine\"",
        "e30.e30.sig~WyJzIl0~kb.jwt.genuine",
        "{\"type\":\"EnvelopedVerifiableCredential\",\"id\":\"data:application/vc+jwt,e30.e30.genuine\"}"
      })
  void showsTheDocumentThatWasVerifiedAndNothingBesideIt(String sent) {
    String page = paste(sent).body();

    assertTrue(page.contains("<h1>This credential is valid</h1>"), page);
    assertTrue(page.contains("<bdi>Meera Iyer</bdi>") && page.contains("did:web:x"), page);
    assertFalse(page.contains("data:application"), page);
  }

  @Test
  void neverSaysValidOfWhatIsNotShownWhole() {
    String document =
        "{\"issuer\":\"did:web:x\",\"type\":[%s],\"credentialSubject\":{\"name\":\"Meera"
            + " Iyer\",\"list\":[%s],\"limit\":\"supervised\"},\"proof\":\"genuine\"}";
    String values = "1,".repeat(200) + "1";
    String types = "\"T\",".repeat(10) + "\"Provisional\"";

    String whole = paste(document.formatted("\"T\"", "1,1")).body();
    assertTrue(whole.contains("<h1>This credential is valid</h1>"), whole);
    for (String cut :
        List.of(document.formatted("\"T\"", values), document.formatted(types, "1,1"))) {
      String page = paste(cut).body();
      assertTrue(page.contains("<h1>This credential is genuine, but it is not shown whole"), page);
    }
    String nothing = paste("bare.jwt.here").body();
    assertTrue(nothing.contains("<h1>The signature is genuine, but nothing"), nothing);
  }

  @Test
  void showsNoValuesOfAnEntityThatHasChangedSince() {
    String page = gateway.get("/verify/" + NUMBER + CHANGED, null).body();

    assertTrue(page.contains("<h1>The record has changed since"), page);
    assertFalse(page.contains("Meera") || page.contains("Compare this with"), page);
  }

  @Test
  void claimsNothingOfWhatIsNotConfirmed() {
    String page = paste("{\"issuer\":\"did:web:ministry\",\"type\":\"" + MARKUP + "\"}").body();

    assertTrue(page.contains("<h1>This credential is not genuine</h1>"), page);
    assertTrue(page.contains("What the document says of itself"), page);
    assertFalse(page.contains("<img src=x"), page);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        NUMBER + "4",
        "  urn:uuid:" + NUMBER + "4\n",
        "https://registry.example.org/verify/" + NUMBER + "4",
        "HTTPS://Registry.example.org/verify/urn%3Auuid%3A" + NUMBER + "4?lang=hi#content"
      })
  void findsACredentialByItsNumberOrLink(String pasted) {
    assertTrue(paste(pasted).body().contains("<h1>This credential has been revoked</h1>"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{} {}",
        "{\"a\": 1, \"a\": 2}",
        "hello",
        "{\"a\":",
        "https://elsewhere.example/",
        "https://elsewhere.example/verify/" + NUMBER + "4",
        "https://registry.example.org.evil.example/verify/" + NUMBER + "4",
        "https://registry.example.org/prefix/verify/" + NUMBER + "4"
      })
  void anotherTextIsNoCredential(String pasted) {
    HttpResponse<String> page = paste(pasted);

    assertEquals(400, page.statusCode());
    assertTrue(page.body().contains("<h1>This is not a credential</h1>"), page.body());
  }

  @ParameterizedTest
  @CsvSource({
    "'', application/json",
    "hello, application/json",
    "ATT1:abc, application/json",
    "ATT1:abc, 'application/json, text/html;q=0.5'",
    "ATT1:abc, application/problem+json"
  })
  void aProgramIsAnsweredWhatIsNoCredentialAsJson(String sent, String accept) {
    HttpResponse<String> refused =
        gateway
            .request("POST", "/verify")
            .header("accept", accept)
            .header("content-type", "application/x-www-form-urlencoded")
            .body(BodyPublishers.ofString("credential=" + sent))
            .send();

    assertEquals(400, refused.statusCode());
    assertTrue(refused.body().contains("gateway.body.invalid"), refused.body());
    assertTrue(header(refused, "content-type").orElseThrow().endsWith("json"), refused.body());
  }

  @Test
  void aProgramIsAnsweredAnUnknownCredentialAsJson() {
    HttpResponse<String> refused =
        gateway
            .request("GET", "/verify/" + NUMBER + "8")
            .header("accept", "application/json")
            .send();

    assertEquals(404, refused.statusCode());
    assertTrue(refused.body().startsWith("{\"id\":"), refused.body());
  }

  @Test
  void doesNotMistakeDeepOrWideDocumentsForShort() {
    String deep = "{\"credentialSubject\":" + "{\"a\":".repeat(40) + "1" + "}".repeat(41);
    String wide =
        "{\"credentialSubject\":[" + "\"b\",".repeat(5_000) + "\"b\"],\"id\":\"" + MARKUP + "\"}";

    assertTrue(paste(deep).body().contains("There is more that is not shown here."));
    HttpResponse<String> page = paste(wide);
    assertTrue(page.body().contains("There is more that is not shown here."));
    assertTrue(page.body().length() < 40_000);
  }

  @Test
  void aFormOfTheSameOriginIsTakenAlsoWhereOnlyOtherOriginsMayCallTheApi() {
    HttpResponse<String> page =
        post("credential=" + NUMBER + "1", "http://127.0.0.1:" + gateway.port());

    assertEquals(200, page.statusCode(), page.body());
  }

  @ParameterizedTest
  @CsvSource({
    "'', 400",
    "credential=, 400",
    "credential=%zz, 400",
    "credential=%ff, 400",
    "credential=a&credential=b, 400",
    "other=1, 400",
    "credential=%00, 400"
  })
  void refusesAFormThatIsNotOurs(String form, int status) {
    assertEquals(status, post(form, null).statusCode());
  }

  @Test
  void isLimitedForEachAddress() {
    try (GatewayServer limited =
        new GatewayServer(Map.of("RATE_LIMIT_PER_MINUTE", "1", "RATE_LIMIT_BURST", "2"))) {
      PageSamples.serve(limited.services());
      limited.get("/verify/" + NUMBER + "1", null);
      limited.get("/verify/" + NUMBER + "1", null);
      HttpResponse<String> third = limited.get("/verify/" + NUMBER + "1", null);

      assertEquals(429, third.statusCode());
      assertTrue(header(third, "retry-after").isPresent());
    }
  }

  private static HttpResponse<String> paste(String credential) {
    return post("credential=" + URLEncoder.encode(credential, StandardCharsets.UTF_8), null);
  }

  private static HttpResponse<String> post(String form, String origin) {
    GatewayServer.Request request =
        gateway
            .request("POST", "/verify?lang=en")
            .header("content-type", "application/x-www-form-urlencoded")
            .body(BodyPublishers.ofString(form));
    return (origin == null ? request : request.header("origin", origin)).send();
  }

  private static Optional<String> header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name);
  }
}
