package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A wallet presents the SD-JWT of a record to a verifier (OpenID4VP 1.0). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PresentationsAcceptanceTest {

  private static final String REQUESTS = "/api/v1/presentations/requests";
  private static final String QUERIES = "/api/v1/presentations/queries/";
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final int COORDINATE_BYTES = 32;
  private static final String DEFINITION =
      """
      {"type": "object", "properties": {"name": {"type": "string"}, "phone": {"type": "string"},
        "home": {"type": "object", "properties": {"city": {"type": "string"}}}}}
      """;
  private static final String CONFIG =
      """
      {"roles": ["anonymous"],
       "credentialTemplate": {"@context": ["https://www.w3.org/ns/credentials/v2"],
         "type": ["VerifiableCredential"],
         "credentialSubject": {"name": "{{name}}", "phone": "{{phone}}", "home": "{{home}}"},
         "proof": {"disclosable": ["/name", "/phone", "/home/city"]}}}
      """;

  private final Endpoints suite = RunningSuite.shared();
  private final Client nobody = Client.withoutToken(suite);
  private final KeyPair holder = keys();
  private Client admin;
  private OwnType person;
  private String record;
  private String sdJwt;

  @BeforeAll
  void issue() {
    JsonNode token = new IdentityProvider(suite).clientCredentials();
    admin = Client.withToken(suite, token.get("access_token").textValue());
    person = OwnType.publish(admin, "Presenter", DEFINITION, CONFIG);
    record =
        person.path(
            person.create("{\"name\": \"Ada\", \"phone\": \"1\", \"home\": {\"city\": \"Ulm\"}}"));
    String key = encoded(jwk().toString());
    sdJwt =
        text(admin.get(record, "accept", "application/dc+sd-jwt", "holder-key", key).status(200));
  }

  @Test
  void theVerifierReadsTheClaimsUntilTheCredentialIsRevoked() {
    JsonNode requested = request(shortForm("[\"name\", [\"home\", \"city\"]]"));
    JsonNode wallet = wallet(requested);
    String presented = presented(wallet, "name", "city");

    assertEquals("{}", text(respond(requested, token(wallet, "credential", presented))));

    String result = REQUESTS + "/" + requested.get("requestId").textValue();
    JsonNode read = admin.get(result).status(200).json();
    assertEquals("ANSWERED", read.get("state").textValue());
    assertTrue(read.get("verified").booleanValue(), read::toString);
    assertEquals(
        Json.read("{\"name\": \"Ada\", \"home\": {\"city\": \"Ulm\"}}"),
        read.at("/credentials/0/claims"));
    nobody.get(result).failed(401, "credential.presentation.unauthenticated");
    respond(requested, token(wallet, "credential", presented))
        .failed(409, "credential.presentation.closed");

    JsonNode again = request(shortForm("[\"name\"]"));
    JsonNode second = wallet(again);
    respond(again, token(second, "credential", presented))
        .failed(400, "credential.presentation.refused");
    admin.post(record + "/revoke", "").status(200);
    Eventually.isTrue(() -> !verified());
    respond(again, token(second, "credential", presented(second, "name"))).status(200);
    JsonNode revoked =
        admin.get(REQUESTS + "/" + again.get("requestId").textValue()).status(200).json();
    assertFalse(revoked.get("verified").booleanValue());
    assertTrue(revoked.toString().contains("\"reason\":\"revoked\""), revoked::toString);
    assertEquals(1, revoked.at("/refused/count").intValue());
    admin.delete(result).status(200);
    admin.get(result).failed(404, "credential.presentation.unknown");
  }

  private boolean verified() {
    String request = Json.write(Map.of("signedCredentials", sdJwt)).text();
    return nobody.post("/api/v1/verify", request).json().get("verified").booleanValue();
  }

  @Test
  void aStoredQueryIsUsedByItsName() {
    String name = "name-" + Samples.fresh().unique();
    admin
        .put(QUERIES + name, "{\"type\": \"%s\", \"claims\": [\"name\"]}".formatted(person.name()))
        .status(200);

    JsonNode requested =
        request("{\"query\": \"%s\", \"responseMode\": \"direct_post\"}".formatted(name));
    JsonNode wallet = wallet(requested);
    respond(requested, form(Map.of("state", text(wallet, "state"), "error", "access_denied")))
        .status(200);

    JsonNode read = admin.get(REQUESTS + "/" + text(requested, "requestId")).status(200).json();
    assertEquals("DECLINED", text(read, "state"));
    assertEquals("access_denied", read.at("/error/code").textValue());
    admin.delete(QUERIES + name).status(200);
    admin
        .post(REQUESTS, "{\"query\": \"%s\"}".formatted(name))
        .failed(400, "credential.presentation.invalid");
  }

  @Test
  void aTypeWithoutCredentialsCannotBeRequested() {
    Answer refused = admin.post(REQUESTS, "{\"type\": \"None\", \"claims\": [\"name\"]}");
    refused.failed(400, "credential.presentation.invalid");
    assertEquals("/type", refused.result().at("/violations/0/pointer").textValue());
    Answer path =
        admin.post(REQUESTS, "{\"type\": \"%s\", \"claims\": [[-1]]}".formatted(person.name()));
    path.failed(400, "credential.presentation.invalid");
    assertEquals("/claims/0/0", path.result().at("/violations/0/pointer").textValue());
  }

  private String shortForm(String claims) {
    return "{\"type\": \"%s\", \"claims\": %s, \"responseMode\": \"direct_post\"}"
        .formatted(person.name(), claims);
  }

  private JsonNode request(String body) {
    return admin.post(REQUESTS, body).status(200).result();
  }

  /** The claims of the request, which the key of the issuer's DID document signed. */
  private JsonNode wallet(JsonNode requested) {
    Answer read =
        nobody.get(
            URI.create(text(requested, "requestUri")).getPath(),
            "accept",
            "application/oauth-authz-req+jwt");
    String jwt = text(read.status(200));
    String kid = text(decoded(jwt.split("\\.")[0]), "kid");
    JsonNode document = nobody.get("/.well-known/did.json").status(200).json();
    assertTrue(document.get("verificationMethod").findValuesAsText("id").contains(kid), kid);
    return decoded(jwt.split("\\.")[1]);
  }

  private Answer respond(JsonNode requested, String form) {
    String path = URI.create(text(requested, "requestUri")).getPath();
    return nobody.post(
        path.replace("/requests/", "/responses/"), FORM, form.getBytes(StandardCharsets.UTF_8));
  }

  private static String token(JsonNode wallet, String id, String presentation) {
    ObjectNode token = Json.object();
    token.putArray(id).add(presentation);
    return form(Map.of("state", text(wallet, "state"), "vp_token", token.toString()));
  }

  private static String form(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(
            field ->
                field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }

  /** The SD-JWT with the disclosures of some claims, and a key binding to the request. */
  private String presented(JsonNode wallet, String... claims) {
    String[] parts = sdJwt.split("~");
    String shown =
        Stream.concat(
                Stream.of(parts[0]),
                Arrays.stream(parts, 1, parts.length)
                    .filter(one -> Arrays.asList(claims).contains(decoded(one).get(1).textValue())))
            .collect(Collectors.joining("~", "", "~"));
    ObjectNode binding =
        Json.object()
            .put("nonce", text(wallet, "nonce"))
            .put("aud", text(wallet, "client_id"))
            .put("iat", wallet.get("iat").longValue())
            .put("sd_hash", encoded(digest(shown)));
    String input =
        encoded("{\"alg\":\"ES256\",\"typ\":\"kb+jwt\"}") + "." + encoded(binding.toString());
    return shown + input + "." + encoded(signed(input));
  }

  private byte[] signed(String input) {
    try {
      Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
      signature.initSign(holder.getPrivate());
      signature.update(input.getBytes(StandardCharsets.US_ASCII));
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] digest(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyPair keys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private ObjectNode jwk() {
    ECPublicKey key = (ECPublicKey) holder.getPublic();
    return Json.object()
        .put("kty", "EC")
        .put("crv", "P-256")
        .put("x", coordinate(key.getW().getAffineX().toByteArray()))
        .put("y", coordinate(key.getW().getAffineY().toByteArray()));
  }

  private static String coordinate(byte[] number) {
    byte[] padded = new byte[COORDINATE_BYTES];
    int length = Math.min(number.length, COORDINATE_BYTES);
    System.arraycopy(number, number.length - length, padded, COORDINATE_BYTES - length, length);
    return encoded(padded);
  }

  private static JsonNode decoded(String part) {
    return Json.read(new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8));
  }

  private static String encoded(String text) {
    return encoded(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static String text(JsonNode node, String member) {
    return node.get(member).textValue();
  }

  private static String text(Answer answer) {
    return new String(answer.http().body(), StandardCharsets.UTF_8);
  }
}
