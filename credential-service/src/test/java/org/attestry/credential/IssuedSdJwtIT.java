package org.attestry.credential;

import static org.attestry.contracts.credential.CredentialOperations.ISSUE_CREDENTIAL;
import static org.attestry.contracts.credential.CredentialOperations.READ_TOKEN_STATUS_LIST;
import static org.attestry.contracts.credential.CredentialOperations.SIGN_AS_JWT;
import static org.attestry.contracts.credential.CredentialOperations.SIGN_AS_SD_JWT;
import static org.attestry.contracts.credential.CredentialOperations.SIGN_CREDENTIAL;
import static org.attestry.contracts.credential.CredentialOperations.VERIFY_CREDENTIAL;
import static org.attestry.contracts.credential.IssuerOperations.LIST_KEYS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jwt.SignedJWT;
import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.zip.InflaterInputStream;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Fact;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.IssueCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.IssuedCredential;
import org.attestry.contracts.credential.CredentialOperations.ReadTokenStatusListRequest;
import org.attestry.contracts.credential.CredentialOperations.SignAsJwtRequest;
import org.attestry.contracts.credential.CredentialOperations.SignAsSdJwtRequest;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.credential.IssuerOperations.KeyView;
import org.attestry.contracts.credential.IssuerOperations.ListKeysRequest;
import org.attestry.contracts.registry.CredentialReinstated;
import org.attestry.contracts.registry.CredentialSuspended;
import org.attestry.contracts.registry.CredentialWithdrawn;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.credential.crypto.TestKeys;
import org.attestry.credential.suite.Peer;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.outbox.Facts;
import org.attestry.testkit.Calls;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SD-JWTs of issued credentials, and the Token Status Lists that they are in. */
class IssuedSdJwtIT {

  private static final String BASE = "https://registry.example";
  private static final String SUITE = "ecdsa-rdfc-2019";
  private static final String HOLDER_KEY =
      """
      {"kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
       "use": "sig"}
      """;

  private static RunningService service;

  private final String entityId = UUID.randomUUID().toString();

  @BeforeAll
  static void start() throws Exception {
    service = RunningService.start(Map.of("PUBLIC_URL", BASE));
  }

  @AfterAll
  static void stop() throws Exception {
    service.stop();
  }

  @Test
  void disclosesEachClaimOfTheSubjectUnlessTheTemplateListsThem() throws Exception {
    assertEquals(Set.of("name", "address"), disclosed(sdJwt(issue(template()))));

    ObjectNode template = template();
    template.putObject("proof").putArray("disclosable").add("/address/city");
    String sdJwt = sdJwt(issue(template));

    assertEquals(Set.of("city"), disclosed(sdJwt));
    assertEquals("Ada", payload(sdJwt).get("name").textValue());
    assertTrue(verify(sdJwt).verified(), () -> sdJwt);
  }

  @Test
  void refusesATemplateWhoseListIsWrong() {
    ObjectNode template = template();
    template.putObject("proof").putArray("disclosable").add("name");

    Failure refused = assertThrows(FailureException.class, () -> issue(template)).failure();

    assertEquals(
        "/credentialTemplate/proof/disclosable/0", refused.violations().getFirst().pointer());
  }

  @Test
  void hasTheTypeTheSubjectAndTheIssuerOfTheCredential() throws Exception {
    JsonNode payload = payload(sdJwt(issue(template())));

    assertEquals(BASE + "/credential-types/Student", payload.get("vct").textValue());
    assertEquals("did:web:registry.example", payload.get("iss").textValue());
    assertEquals("did:example:ada", payload.get("sub").textValue());
    assertNull(payload.get("cnf"));
  }

  @Test
  void theIdOfTheSubjectIsItsClaimByEachOfItsNames() throws Exception {
    ObjectNode template = template();
    template.putObject("credentialSubject").put("@id", "did:example:ada").put("type", "Person");
    JsonNode payload = payload(sdJwt(issue(template)));

    assertEquals("did:example:ada", payload.get("sub").textValue());
    assertFalse(payload.has("@id"));
  }

  @Test
  void isBoundToTheHoldersKeyWithoutItsOtherMembers() throws Exception {
    JsonBytes credential = issue(template()).credential();
    SignAsSdJwtRequest request = new SignAsSdJwtRequest(credential, JsonBytes.of(HOLDER_KEY));
    String sdJwt = service.request(SIGN_AS_SD_JWT, request, Caller.NOBODY).sdJwt();

    ObjectNode expected = Json.read(HOLDER_KEY).deepCopy();
    expected.remove("use");
    assertEquals(expected, payload(sdJwt).at("/cnf/jwk"));
    SignAsSdJwtRequest secret =
        new SignAsSdJwtRequest(
            credential, JsonBytes.of(HOLDER_KEY.replace("\"use\": \"sig\"", "\"d\": \"AA\"")));
    assertEquals("credential.holder-key.invalid", refusal(secret).code());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "1",
        "{}",
        "{\"kty\": \"oct\", \"k\": \"AAAA\"}",
        "{\"kty\": \"EC\", \"crv\": \"P-384\", \"x\": \"AA\", \"y\": \"AA\"}",
        "{\"kty\": \"EC\", \"crv\": \"P-256\", \"x\": \"AA\", \"y\": \"AA\"}",
        "{\"kty\": \"OKP\", \"crv\": \"Ed25519\"}",
        "{\"kty\": \"OKP\", \"crv\": \"Ed25519\", \"x\": {}}",
        "{\"kty\": \"OKP\", \"crv\": \"X25519\","
            + "\"x\": \"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo\"}",
        "{\"kty\": \"OKP\", \"crv\": \"Ed25519\", \"kid\": {},"
            + "\"x\": \"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo\"}",
        "{\"kty\": \"OKP\", \"crv\": \"Ed25519\", \"use\": \"enc\","
            + "\"x\": \"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo\"}",
        "{\"kty\": \"OKP\", \"crv\": \"Ed25519\", \"alg\": \"ES256\","
            + "\"x\": \"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo\"}",
        "{\"kty\": \"RSA\", \"n\": \"AA\", \"e\": \"AQAB\"}",
      })
  void refusesAHoldersKeyThatIsNone(String key) throws Exception {
    JsonBytes credential = issue(template()).credential();

    assertEquals(
        "credential.holder-key.invalid",
        refusal(new SignAsSdJwtRequest(credential, JsonBytes.of(key))).code());
  }

  /** The sizes of an RSA key's modulus and exponent. */
  @ParameterizedTest
  @CsvSource({"1024, 17", "2047, 17", "4097, 17", "8192, 17", "2048, 33", "2048, 2048"})
  void refusesAnRsaKeyOfAHolderThatIsShortOrSlow(int modulus, int exponent) throws Exception {
    JsonBytes credential = issue(template()).credential();
    String key =
        "{\"kty\": \"RSA\", \"n\": \"%s\", \"e\": \"%s\"}".formatted(odd(modulus), odd(exponent));

    assertEquals(
        "credential.holder-key.invalid",
        refusal(new SignAsSdJwtRequest(credential, JsonBytes.of(key))).code());
  }

  /** Parameters: the exponent, a change of the modulus of a good key, and other members. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\0',
      delimiter = ';',
      value = {
        "true; 3; 0; {}",
        "true; 65537; 0; {'alg': 'PS256'}",
        "false; 0; 0; {}",
        "false; 1; 0; {}",
        "false; 2; 0; {}",
        "false; 65536; 0; {}",
        "false; 65537; 1; {}",
        "false; 65537; 0; {'alg': 'ES256'}",
        "false; 65537; 0; {'use': 'enc'}"
      })
  void takesAnRsaKeyThatSomebodySignsWith(boolean taken, int exponent, int change, String other)
      throws Exception {
    BigInteger modulus = ((RSAPublicKey) TestKeys.rsa().getPublic()).getModulus();
    ObjectNode key =
        Json.object()
            .put("kty", "RSA")
            .put("n", encoded(modulus.add(BigInteger.valueOf(change))))
            .put("e", encoded(BigInteger.valueOf(exponent)));
    key.setAll((ObjectNode) Json.read(other.replace('\'', '"')));
    SignAsSdJwtRequest request =
        new SignAsSdJwtRequest(issue(template()).credential(), Json.write(key));

    if (taken) {
      assertTrue(service.request(SIGN_AS_SD_JWT, request, Caller.NOBODY).sdJwt().endsWith("~"));
    } else {
      assertEquals("credential.holder-key.invalid", refusal(request).code());
    }
  }

  private static String odd(int bits) {
    return encoded(BigInteger.ONE.shiftLeft(bits - 1).add(BigInteger.ONE));
  }

  private static String encoded(BigInteger value) {
    byte[] number = value.toByteArray();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(number);
  }

  @Test
  void isRevokedWithTheCredential() throws Exception {
    IssuedCredential issued = issue(template());
    String sdJwt = sdJwt(issued);
    assertTrue(verify(sdJwt).verified(), () -> verifyQuietly(sdJwt));
    assertEquals(0, status(sdJwt));

    deliver(revocation(issued));

    assertFalse(verify(sdJwt).verified());
    assertTrue(
        verify(sdJwt).checks().contains(new Check("revocation", Status.NOK, "revoked")),
        () -> verifyQuietly(sdJwt));
    assertEquals(1, status(sdJwt));
    Failure refused = refusal(new SignAsSdJwtRequest(issued.credential(), null));
    assertEquals(FailureKind.NOT_ACCEPTABLE, refused.kind());
    assertEquals("credential.sd-jwt.form", refused.code());
  }

  @Test
  void isSuspendedAndReinstatedWithTheCredential() throws Exception {
    String sdJwt = sdJwt(issue(template()));
    CredentialSuspended suspended = new CredentialSuspended("Student", entityId, 2, "u");
    CredentialReinstated reinstated = new CredentialReinstated("Student", entityId, 3, "u");

    deliver(Facts.of(RegistryFacts.CREDENTIAL_SUSPENDED, entityId, suspended, Calls.byNobody()));
    assertTrue(
        verify(sdJwt).checks().contains(new Check("suspension", Status.NOK, "suspended")),
        () -> verifyQuietly(sdJwt));
    assertEquals(2, status(sdJwt));

    deliver(Facts.of(RegistryFacts.CREDENTIAL_REINSTATED, entityId, reinstated, Calls.byNobody()));
    assertTrue(verify(sdJwt).verified(), () -> verifyQuietly(sdJwt));
    assertEquals(0, status(sdJwt));
  }

  @Test
  void theListIsSignedByTheIssuerAndOnceForEachChange() throws Exception {
    String sdJwt = sdJwt(issue(template()));
    String list = list(sdJwt);
    JsonNode header = json(list.split("\\.")[0]);
    JsonNode payload = json(list.split("\\.")[1]);

    assertEquals("statuslist+jwt", header.get("typ").textValue());
    assertEquals(json(sdJwt.split("\\.")[0]).get("kid"), header.get("kid"));
    assertEquals(uri(sdJwt), payload.get("sub").textValue());
    assertEquals(300, payload.get("ttl").intValue());
    assertEquals(
        30L * 24 * 60 * 60, payload.get("exp").longValue() - payload.get("iat").longValue());
    assertEquals(list, list(sdJwt));
  }

  @Test
  void thePeerReadsAListByTheIssuersKeyForEs256() throws Exception {
    Peer peer = Peer.install("peer-sd-jwt");
    ObjectNode template = template().put("issuer", "did:web:registry.example:issuers:es256");
    template.putObject("proof").put("type", "DataIntegrityProof").put("cryptosuite", SUITE);
    IssuedCredential issued = issue(template);
    String sdJwt = sdJwt(issued);
    JsonNode header = json(list(sdJwt).split("\\.")[0]);

    assertEquals("ES256", header.get("alg").textValue());
    assertEquals(json(sdJwt.split("\\.")[0]).get("kid"), header.get("kid"));
    assertEquals("", peer.refusal(withList(sdJwt), TextNode.valueOf(sdJwt)));

    deliver(revocation(issued));

    assertEquals(
        "refused: Status is not valid", peer.refusal(withList(sdJwt), TextNode.valueOf(sdJwt)));
  }

  /**
   * Returns the data with which the peer verifies a credential: the issuer's key, and the current
   * list.
   */
  private static ObjectNode withList(String sdJwt) throws Exception {
    JsonNode kid = json(sdJwt.split("\\.")[0]).get("kid");
    ListKeysRequest keys = new ListKeysRequest(payload(sdJwt).get("iss").textValue(), 20, 0);
    KeyView key =
        service.request(LIST_KEYS, keys, RunningService.ADMIN).keys().stream()
            .filter(one -> one.verificationMethod().equals(kid.textValue()))
            .findFirst()
            .orElseThrow();
    ObjectNode request = Json.object();
    request.putObject("key").put("id", kid.textValue()).set("jwk", Json.read(key.publicKeyJwk()));
    request.putObject("lists").put(uri(sdJwt), list(sdJwt));
    return request;
  }

  @Test
  void aCredentialWithoutStatusHasNoFormOfAJwt() throws Exception {
    IssuedCredential issued = issue(template().put("credentialStatus", false));

    Failure refused = refusal(new SignAsSdJwtRequest(issued.credential(), null));
    SignAsJwtRequest asJwt = new SignAsJwtRequest(issued.credential());
    FailureException ofJwt =
        assertThrows(
            FailureException.class, () -> service.request(SIGN_AS_JWT, asJwt, Caller.NOBODY));

    assertEquals("credential.sd-jwt.form", refused.code());
    assertEquals("credential.jwt.form", ofJwt.failure().code());
  }

  /** The type is an IRI, but the claim's name is not. */
  @ParameterizedTest
  @ValueSource(strings = {"urn:ietf:params:oauth:claim:status_list", "tag:status_list"})
  void aStatusWithTheNameOfTheClaimIsUnknownInAnotherForm(String type) throws Exception {
    ObjectNode template = template();
    template.putObject("credentialStatus").put("id", "urn:status:1").put("type", type);
    SignCredentialRequest request =
        new SignCredentialRequest(JsonBytes.of("{}"), Json.write(template));
    JsonBytes signed = service.request(SIGN_CREDENTIAL, request, RunningService.ADMIN).credential();

    VerificationView view =
        service.request(VERIFY_CREDENTIAL, new VerifyCredentialRequest(signed), Caller.NOBODY);

    assertTrue(
        view.checks().contains(new Check("revocation", Status.UNKNOWN, "status.unknown")),
        view::toString);
  }

  @Test
  void aLongTextVerifiesInEachFormOfACredential() throws Exception {
    ObjectNode template = template();
    template.withObject("/credentialSubject").put("name", "é".repeat(300_000));
    JsonBytes credential = issue(template).credential();
    SignAsSdJwtRequest asSdJwt = new SignAsSdJwtRequest(credential, null);
    String sdJwt = service.request(SIGN_AS_SD_JWT, asSdJwt, Caller.NOBODY).sdJwt();
    SignAsJwtRequest asJwt = new SignAsJwtRequest(credential);

    assertTrue(verify(service.request(SIGN_AS_JWT, asJwt, Caller.NOBODY).jwt()).verified());
    assertTrue(verify(sdJwt).verified(), () -> verifyQuietly(sdJwt));
  }

  @Test
  void aGatewayOfAFormerVersionGetsTheDocument() throws Exception {
    JsonBytes signed = issue(template()).credential();
    VerifyCredentialRequest former = new VerifyCredentialRequest(signed, null, null, null);

    assertEquals(
        "Ada",
        Json.read(service.request(VERIFY_CREDENTIAL, former, Caller.NOBODY).document())
            .at("/credentialSubject/name")
            .asText());
  }

  /** A credential that only has the id of a stored one gets nothing of it. */
  @Test
  void theVerificationHasTheDocumentAndTheTypeOfTheStoredCredential() throws Exception {
    IssuedCredential issued = issue(template());
    SignAsJwtRequest asJwt = new SignAsJwtRequest(issued.credential());
    String jwt = service.request(SIGN_AS_JWT, asJwt, Caller.NOBODY).jwt();
    ObjectNode other = template().put("id", issued.credentialId());
    other.withObject("/credentialSubject").put("name", "Eve");
    SignCredentialRequest elsewhere =
        new SignCredentialRequest(JsonBytes.of("{}"), Json.write(other));
    JsonBytes signed =
        service.request(SIGN_CREDENTIAL, elsewhere, RunningService.ADMIN).credential();

    String ofStored = "Student Ada";
    assertEquals(ofStored, shown(issued.credential()));
    assertEquals(ofStored, shown(Json.write(issued.credential().text())));
    assertEquals(ofStored, shown(Json.write(jwt)));
    assertEquals("null Ada", shown(Json.write(sdJwt(issued))));
    assertEquals("null Eve", shown(signed));
  }

  private static String shown(JsonBytes sent) throws Exception {
    VerifyCredentialRequest request = new VerifyCredentialRequest(sent);
    VerificationView view = service.request(VERIFY_CREDENTIAL, request, Caller.NOBODY);
    VerificationView checks =
        service.request(VERIFY_CREDENTIAL, request.checksOnly(), Caller.NOBODY);
    assertEquals(view.checked(), checks.checked());
    assertEquals(view.entityType(), checks.entityType());
    assertNull(checks.document());
    JsonNode document = Json.read(view.document());
    assertFalse(document.has("proof"));
    return view.entityType() + " " + document.at("/credentialSubject/name").asText();
  }

  /** Ed25519 makes the same signature of the same document. */
  @ParameterizedTest
  @ValueSource(strings = {"Ed25519Signature2020", "eddsa-rdfc-2022", "eddsa-jcs-2022"})
  void theSameDocumentIsIssuedMoreThanOnceWithinASecond(String suite) throws Exception {
    ObjectNode template = template();
    template.put("id", "urn:same:" + entityId).put("credentialStatus", false);
    ObjectNode proof = template.putObject("proof");
    if (suite.contains("-")) {
      proof.put("type", "DataIntegrityProof").put("cryptosuite", suite);
    } else {
      proof.put("type", suite);
    }
    Set<String> issued = new TreeSet<>();
    for (int i = 0; i < 4; i++) {
      issued.add(issue(template).credential().text());
    }

    assertEquals(4, issued.size());
    for (String one : issued) {
      assertTrue(Json.read(one).path("proof").has("nonce"), one);
      VerifyCredentialRequest request = new VerifyCredentialRequest(JsonBytes.of(one));
      assertTrue(service.request(VERIFY_CREDENTIAL, request, Caller.NOBODY).verified(), one);
    }
  }

  /** For verifiers that resolve no DIDs. */
  @Test
  void aListHasTheKeyThatVerifiesIt() throws Exception {
    SignedJWT list = SignedJWT.parse(list(sdJwt(issue(template()))));

    JWK key = list.getHeader().getJWK();
    assertEquals(list.getHeader().getKeyID(), key.getKeyID());
    PublicKey publicKey = ((AsymmetricJWK) key).toPublicKey();
    assertTrue(
        list.verify(
            new DefaultJWSVerifierFactory().createJWSVerifier(list.getHeader(), publicKey)));
  }

  @Test
  void aListThatWasNeverMadeIsNotFound() {
    for (String list : new String[] {"999999", "0", "x"}) {
      ReadTokenStatusListRequest request = new ReadTokenStatusListRequest(list);
      FailureException refused =
          assertThrows(
              FailureException.class,
              () -> service.request(READ_TOKEN_STATUS_LIST, request, Caller.NOBODY));
      assertEquals(FailureKind.NOT_FOUND, refused.failure().kind(), list);
    }
  }

  private static ObjectNode template() {
    return Json.read(
            """
            {"@context": ["https://www.w3.org/ns/credentials/v2"],
             "type": ["VerifiableCredential"],
             "credentialSubject": {"id": "did:example:ada", "type": "Person", "name": "Ada",
               "address": {"city": "London"}}}
            """)
        .deepCopy();
  }

  private IssuedCredential issue(JsonNode template) throws Exception {
    IssueCredentialRequest request =
        new IssueCredentialRequest(
            "Student", entityId, null, Json.write(template), JsonBytes.of("{}"));
    return service.request(ISSUE_CREDENTIAL, request, Caller.NOBODY);
  }

  private static String sdJwt(IssuedCredential issued) throws Exception {
    SignAsSdJwtRequest request = new SignAsSdJwtRequest(issued.credential(), null);
    return service.request(SIGN_AS_SD_JWT, request, Caller.NOBODY).sdJwt();
  }

  private static Failure refusal(SignAsSdJwtRequest request) {
    return assertThrows(
            FailureException.class, () -> service.request(SIGN_AS_SD_JWT, request, Caller.NOBODY))
        .failure();
  }

  private Fact revocation(IssuedCredential issued) {
    CredentialWithdrawn.Reason revoked = CredentialWithdrawn.Reason.REVOKED;
    return Facts.of(
        RegistryFacts.CREDENTIAL_WITHDRAWN,
        entityId,
        new CredentialWithdrawn("Student", entityId, issued.credentialId(), null, "u", revoked),
        Calls.byNobody());
  }

  private static void deliver(Fact fact) throws Exception {
    service.request(Fact.deliveryTo("credential"), fact, Caller.NOBODY);
  }

  private static VerificationView verify(String sdJwt) throws Exception {
    return service.request(
        VERIFY_CREDENTIAL, new VerifyCredentialRequest(Json.write(sdJwt)), Caller.NOBODY);
  }

  private static String verifyQuietly(String sdJwt) {
    try {
      return verify(sdJwt).toString();
    } catch (Exception e) {
      return e.toString();
    }
  }

  /** The names of the claims that are disclosed separately. */
  private static Set<String> disclosed(String sdJwt) {
    String[] parts = sdJwt.split("~");
    Set<String> names = new TreeSet<>();
    for (String disclosure : Arrays.copyOfRange(parts, 1, parts.length)) {
      names.add(json(disclosure).get(1).textValue());
    }
    return names;
  }

  private static JsonNode payload(String sdJwt) {
    return json(sdJwt.split("\\.")[1]);
  }

  private static JsonNode json(String encoded) {
    return Json.read(new String(Base64.getUrlDecoder().decode(encoded), StandardCharsets.UTF_8));
  }

  private static String uri(String sdJwt) {
    return payload(sdJwt).at("/status/status_list/uri").textValue();
  }

  private static String list(String sdJwt) throws Exception {
    String number = uri(sdJwt).substring((BASE + "/token-status-lists/").length());
    return service
        .request(READ_TOKEN_STATUS_LIST, new ReadTokenStatusListRequest(number), Caller.NOBODY)
        .jwt();
  }

  private static int status(String sdJwt) throws Exception {
    JsonNode list = json(list(sdJwt).split("\\.")[1]).get("status_list");
    assertEquals(2, list.get("bits").intValue());
    byte[] zlib = Base64.getUrlDecoder().decode(list.get("lst").textValue());
    byte[] statuses = new InflaterInputStream(new ByteArrayInputStream(zlib)).readAllBytes();
    assertEquals(131_072 / 4, statuses.length);
    int index = payload(sdJwt).at("/status/status_list/idx").intValue();
    return statuses[index / 4] >> index % 4 * 2 & 3;
  }
}
