package org.attestry.credential;

import static org.attestry.credential.RunningService.ADMIN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.attestry.contracts.Caller;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.ReadJwtVcIssuerRequest;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.credential.PresentationOperations;
import org.attestry.contracts.credential.PresentationOperations.PresentationResult;
import org.attestry.contracts.credential.PresentationOperations.PresentedCredential;
import org.attestry.contracts.credential.PresentationOperations.ReadPresentationRequest;
import org.attestry.contracts.credential.PresentationOperations.ReceivePresentationRequest;
import org.attestry.contracts.credential.PresentationOperations.RequestPresentationRequest;
import org.attestry.contracts.credential.PresentationOperations.RequestedPresentation;
import org.attestry.credential.crypto.Keys;
import org.attestry.credential.crypto.TestCertificates;
import org.attestry.credential.jose.TestSdJwts;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.suite.Peer;
import org.attestry.credential.suite.VcJwtInteroperabilityIT;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A wallet of other people's software (npm @openid4vc/openid4vp) answers requests. */
class PresentationPeerIT {

  private static final String HOST = "registry.example";
  private static final KeyPair VERIFIER = Keys.generate(KeyType.P256);

  private static final String ONE =
      """
      {"id": "%s", "format": "dc+sd-jwt", "meta": {"vct_values": ["urn:%s"]},
       "claims": [{"path": ["name"]}, {"path": ["home", "city"]}]}
      """;

  private static RunningService service;
  private static Peer peer;

  @BeforeAll
  static void start() throws Exception {
    peer = Peer.install("peer-openid4vp");
    service =
        RunningService.start(
            Map.of(
                "PUBLIC_URL",
                "https://" + HOST,
                "PRESENTATION_CERTIFICATE",
                TestCertificates.pem(TestCertificates.of(VERIFIER, HOST, VERIFIER, new byte[] {1})),
                "PRESENTATION_CERTIFICATE_KEY",
                TestCertificates.pem(VERIFIER)));
  }

  @AfterAll
  static void stop() throws Exception {
    service.stop();
  }

  @ParameterizedTest
  @CsvSource({
    "decentralized_identifier, direct_post.jwt, get, P256",
    "decentralized_identifier, direct_post, post, ED25519",
    "x509_san_dns, direct_post.jwt, post, P256",
    "x509_san_dns, direct_post, get, ED25519",
    "x509_hash, direct_post.jwt, get, P256",
    "redirect_uri, direct_post.jwt, get, P256",
    "redirect_uri, direct_post, get, ED25519"
  })
  void aWalletPresentsOneCredential(String prefix, String mode, String method, KeyType holder)
      throws Exception {
    KeyPair keys = Keys.generate(holder);
    RequestedPresentation requested = request("{\"credentials\": [%s]}", prefix, mode, method, "a");

    PresentationResult result = answered(requested, Map.of("a", keys));

    assertTrue(result.verified(), result::toString);
    PresentedCredential one = result.credentials().getFirst();
    assertEquals(
        Json.read("{\"name\": \"Ada\", \"home\": {\"city\": \"Ulm\"}}"), Json.read(one.claims()));
  }

  @Test
  void aWalletPresentsTwoCredentials() throws Exception {
    RequestedPresentation requested =
        request("{\"credentials\": [%s, %s]}", null, null, null, "a", "b");

    PresentationResult result =
        answered(
            requested, Map.of("a", Keys.generate(KeyType.P256), "b", Keys.generate(KeyType.P256)));

    assertTrue(result.verified(), result::toString);
    assertEquals(
        List.of("a", "b"), result.credentials().stream().map(PresentedCredential::id).toList());
  }

  /** Forged requests: without signature, signed by another key, and of another verifier. */
  @Test
  void aWalletRefusesARequestThatIsNotOurs() throws Exception {
    RequestedPresentation requested = request("{\"credentials\": [%s]}", null, null, null, "a");
    String reference = requested.requestUri().replaceFirst(".*/", "");
    String object = PresentingWallet.object(service, reference, null);
    String[] parts = object.split("\\.");
    String header = PresentingWallet.header(object).toString();
    String claims = PresentingWallet.claims(object).toString();
    String forged = TestSdJwts.jwt(header, claims, Keys.generate(KeyType.P256));
    String unsigned = TestSdJwts.jwt("{\"alg\": \"none\"}", claims, VERIFIER);
    RequestedPresentation other =
        request("{\"credentials\": [%s]}", "x509_san_dns", null, null, "a");
    String foreign =
        PresentingWallet.object(service, other.requestUri().replaceFirst(".*/", ""), null);

    for (String wrong : List.of(forged, unsigned, parts[0] + "." + parts[1] + ".", foreign)) {
      JsonNode answer = answer(requested, wrong, Map.of("a", Keys.generate(KeyType.P256)));
      assertTrue(answer.has("error"), answer::toString);
    }
  }

  private static RequestedPresentation request(
      String query, String prefix, String mode, String method, String... ids) throws Exception {
    Object[] credentials = Stream.of(ids).map(id -> ONE.formatted(id, id)).toArray();
    return service.request(
        PresentationOperations.REQUEST_PRESENTATION,
        new RequestPresentationRequest(
            JsonBytes.of(query.formatted(credentials)),
            null,
            null,
            null,
            null,
            mode,
            prefix,
            method),
        ADMIN);
  }

  private static PresentationResult answered(
      RequestedPresentation requested, Map<String, KeyPair> holders) throws Exception {
    String reference = requested.requestUri().replaceFirst(".*/", "");
    JsonNode answer = answer(requested, PresentingWallet.object(service, reference, null), holders);
    assertEquals(
        "https://%s/oid4vp/responses/%s".formatted(HOST, reference),
        answer.path("address").asText(),
        answer::toString);
    Map<String, String> form = form(answer.get("body").textValue());
    service.request(
        PresentationOperations.RECEIVE_PRESENTATION,
        new ReceivePresentationRequest(
            reference,
            form.get("response"),
            form.get("vp_token"),
            form.get("state"),
            form.get("error"),
            null),
        Caller.NOBODY);
    return service.request(
        PresentationOperations.READ_PRESENTATION,
        new ReadPresentationRequest(requested.requestId()),
        ADMIN);
  }

  private static JsonNode answer(
      RequestedPresentation requested, String object, Map<String, KeyPair> holders)
      throws Exception {
    ObjectNode wallet = Json.object().put("link", requested.link()).put("requestObject", object);
    wallet.set("keys", keys());
    for (Map.Entry<String, KeyPair> one : holders.entrySet()) {
      ObjectNode held = wallet.withObjectProperty("credentials").withObjectProperty(one.getKey());
      held.put("credential", sdJwt("urn:" + one.getKey(), one.getValue()));
      held.putObject("shown").put("name", true).putObject("home").put("city", true);
      held.set("holder", VcJwtInteroperabilityIT.privateJwk(one.getValue()));
    }
    return peer.json("answer", Json.object(), wallet);
  }

  /** The keys of the default issuer, by the names that requests have them by. */
  private static ObjectNode keys() throws Exception {
    JsonNode published =
        Json.read(
            service
                .request(
                    CredentialOperations.READ_JWT_VC_ISSUER,
                    new ReadJwtVcIssuerRequest(null, null),
                    Caller.NOBODY)
                .document());
    ObjectNode keys = Json.object();
    published.at("/jwks/keys").forEach(key -> keys.set(key.get("kid").textValue(), key));
    return keys;
  }

  private static Map<String, String> form(String body) {
    Map<String, String> form = new HashMap<>();
    for (String pair : body.split("&")) {
      String[] parts = pair.split("=", 2);
      form.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    return form;
  }

  private static String sdJwt(String vct, KeyPair holder) throws Exception {
    ObjectNode template = Json.object();
    template.putObject("credentialSubject").put("name", "Ada").put("phone", "1");
    template.withObjectProperty("credentialSubject").putObject("home").put("city", "Ulm");
    ObjectNode proof = template.putObject("proof").put("type", "dc+sd-jwt").put("alg", "ES256");
    proof.put("vct", vct).putArray("disclosable").add("/name").add("/phone").add("/home/city");
    proof.set("holderKey", new TestSdJwts(null, holder).holderKey());
    return Json.read(
            service
                .request(
                    CredentialOperations.SIGN_CREDENTIAL,
                    new SignCredentialRequest(JsonBytes.of("{}"), Json.write(template)),
                    ADMIN)
                .credential())
        .get("credential")
        .textValue();
  }
}
