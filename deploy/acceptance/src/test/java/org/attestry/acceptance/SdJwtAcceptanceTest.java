package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Credentials of entities and attestations as SD-JWT, and their Token Status Lists. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SdJwtAcceptanceTest {

  private static final String SD_JWT = "application/dc+sd-jwt";
  private static final String HIDDEN = "hush-" + UUID.randomUUID();
  private static final String HOLDER_KEY =
      """
      {"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}\
      """;
  private static final String DEFINITION =
      """
      {"type": "object", "properties": {"name": {"type": "string"}, "secret": {"type": "string"},
        "home": {"type": "object", "properties": {"city": {"type": "string"}}}}}
      """;
  private static final String CONFIG =
      """
      {"roles": ["anonymous"], "privateFields": ["secret"],
       "ownershipAttributes": [{"userId": "/name"}],
       "attestationPolicies": [{"name": "check", "type": "AUTOMATED",
         "attestationProperties": {"word": "$.secret"},
         "credentialTemplate": {"@context": ["https://www.w3.org/ns/credentials/v2"],
           "type": ["VerifiableCredential"], "credentialSubject": {"word": "{{word}}"}}}],
       "credentialTemplate": {"@context": ["https://www.w3.org/ns/credentials/v2"],
         "type": ["VerifiableCredential"],
         "credentialSubject": {"name": "{{name}}", "secret": "{{secret}}", "home": "{{home}}"},
         "proof": %s}}
      """;

  private final Endpoints suite = RunningSuite.shared();
  private final Client nobody = Client.withoutToken(suite);
  private Client admin;
  private OwnType person;

  @BeforeAll
  void publish() {
    JsonNode token = new IdentityProvider(suite).clientCredentials();
    admin = Client.withToken(suite, token.get("access_token").textValue());
    person =
        OwnType.publish(
            admin,
            "Discloser",
            DEFINITION,
            CONFIG.formatted("{\"disclosable\": [\"/secret\", \"/home/city\"]}"));
  }

  @Test
  void aCredentialIsReadAsAnSdJwtThatVerifiesUntilItIsRevoked() {
    String one = person.path(create("Ada"));
    Answer read = admin.get(one, "accept", SD_JWT + ", application/vc+jwt;q=0.9").status(200);
    String sdJwt = text(read);
    assertEquals(SD_JWT, read.header("content-type"));
    assertEquals(Map.of("secret", HIDDEN, "city", "Ulm"), disclosed(sdJwt));
    assertTrue(verified(sdJwt));
    String list = URI.create(claims(sdJwt).at("/status/status_list/uri").textValue()).getPath();
    Answer before = nobody.get(list, "accept", "application/statuslist+jwt").status(200);
    assertEquals("application/statuslist+jwt", before.header("content-type"));

    admin.post(one + "/revoke", "").status(200);
    admin.get(one, "accept", SD_JWT).status(410);
    Eventually.isTrue(() -> !verified(sdJwt));
    Answer after = nobody.get(list, "if-none-match", before.header("etag")).status(200);
    assertFalse(text(after).equals(text(before)));
  }

  @Test
  void theTypeOfAnSdJwtIsDescribedToAnybodyWithoutHiddenFields() {
    String one = person.path(create("Typed"));
    String sdJwt = text(admin.get(one, "accept", SD_JWT).status(200));
    String attested =
        text(admin.get(one + "/attestation/check/" + granted(one), "accept", SD_JWT).status(200));

    assertEquals(
        Json.read(
            """
            [{"sd": "never", "path": ["name"]}, {"sd": "never", "path": ["home"]},
             {"sd": "always", "path": ["home", "city"]}]
            """),
        metadata(sdJwt).get("claims"));
    assertEquals("[]", metadata(attested).get("claims").toString());
    nobody.get("/credential-types/None").status(404);
    nobody
        .get("/credential-types/" + person.name() + "/none")
        .failed(404, "credential.type.not-found");
  }

  /** What the address says that an SD-JWT has as its type. */
  private JsonNode metadata(String sdJwt) {
    String vct = claims(sdJwt).get("vct").textValue();
    Answer read = nobody.get(URI.create(vct).getPath()).status(200);
    assertEquals(vct, read.json().get("vct").textValue());
    return read.json();
  }

  @Test
  void itIsBoundToAKeyByItsOwnerAlone() {
    String name = "owner-" + UUID.randomUUID();
    String one = person.path(create(name));
    Client owner = member(name);
    String key = Base64.getUrlEncoder().encodeToString(HOLDER_KEY.getBytes(StandardCharsets.UTF_8));
    String sdJwt =
        text(owner.get(one, "accept", SD_JWT, "holder-key", key.replace("=", "")).status(200));
    assertEquals(Json.read(HOLDER_KEY), claims(sdJwt).at("/cnf/jwk"));
    assertTrue(verified(sdJwt));

    String other = "other-" + UUID.randomUUID();
    String shown = person.path(create(other));
    assertTrue(
        owner.get(shown, "accept", SD_JWT, "holder-key", key).http().statusCode() >= 400,
        "bound by somebody else");
    owner.get(one, "accept", "application/json", "holder-key", key).failed(400, "gateway.header");
    String secret =
        Base64.getUrlEncoder()
            .encodeToString(
                HOLDER_KEY.replace("}", ",\"d\":\"AA\"}").getBytes(StandardCharsets.UTF_8));
    owner
        .get(one, "accept", SD_JWT, "holder-key", secret)
        .failed(400, "credential.holder-key.invalid");
  }

  @Test
  void nothingHiddenIsDisclosed() {
    String one = person.path(create("Hidden"));
    String record = granted(one);
    Client other = member(name(person.path(create("stranger-" + UUID.randomUUID()))));
    for (Client client : new Client[] {nobody, other}) {
      for (String path : new String[] {one, one + "/attestation/check/" + record}) {
        String shown = text(client.get(path, "accept", SD_JWT));
        assertFalse(shown.contains(HIDDEN), shown);
        if (shown.contains("~")) {
          assertFalse(disclosed(shown).containsValue(HIDDEN), shown);
          assertFalse(claims(shown).toString().contains(HIDDEN), shown);
        }
      }
    }
    String attested = text(admin.get(one + "/attestation/check/" + record, "accept", SD_JWT));
    assertEquals(Map.of("word", HIDDEN), disclosed(attested));
    assertTrue(verified(attested));
  }

  @Test
  void onlyWhatHasACredentialHasThisForm() {
    OwnType plain = OwnType.publish(admin, "Plain", DEFINITION, "{}");
    admin.get(plain.path(plain.create("{\"name\": \"A\"}")), "accept", SD_JWT).status(404);
    String gone = person.path(create("Gone"));
    admin.delete(gone).status(200);
    admin.get(gone, "accept", SD_JWT).status(404);
    admin.get(person.path(UUID.randomUUID().toString()), "accept", SD_JWT).status(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ["/unknown"]             | 0
          ["/name", "/home/none"]  | 1
          ["/home", "name"]        | 1
          ["/name", "/name"]       | 1
          [1]                      | 0
          """)
  void aTemplateListsClaimsThatThereAre(String disclosable, int wrong) {
    String config = CONFIG.formatted("{\"disclosable\": " + disclosable + "}");
    String name = "Wrong" + Samples.fresh().unique();

    Answer refused = admin.post("/api/v1/Schema", OwnType.request(name, DEFINITION, config));

    refused.status(422);
    String pointers = refused.result().get("violations").findValuesAsText("pointer").toString();
    assertTrue(pointers.contains("/credentialTemplate/proof/disclosable/" + wrong), pointers);
  }

  @Test
  void longValuesAreDisclosedWhole() {
    String value = "é".repeat(100_000);
    String body = "{\"name\": \"Long\", \"secret\": \"%s\"}".formatted(value);

    String sdJwt = text(admin.get(person.path(person.create(body)), "accept", SD_JWT).status(200));

    assertEquals(value, disclosed(sdJwt).get("secret"));
    assertTrue(verified(sdJwt));
  }

  private String create(String name) {
    return person.create(
        "{\"name\": \"%s\", \"secret\": \"%s\", \"home\": {\"city\": \"Ulm\"}}"
            .formatted(name, HIDDEN));
  }

  private String name(String path) {
    return admin.get(path).json().get("name").textValue();
  }

  private Client member(String name) {
    JsonNode token = new IdentityProvider(suite).password(name, suite.defaultPassword());
    return Client.withToken(suite, token.get("access_token").textValue());
  }

  /** The osid of an attestation that was granted. */
  private String granted(String path) {
    return Eventually.until(
            () -> admin.get(path).status(200).json().at("/check/0"),
            read -> read.has("_osAttestedData"))
        .get("osid")
        .textValue();
  }

  private boolean verified(String sdJwt) {
    String request = Json.write(Map.of("signedCredentials", sdJwt)).text();
    return nobody.post("/api/v1/verify", request).json().get("verified").booleanValue();
  }

  private static Map<String, String> disclosed(String sdJwt) {
    String[] parts = sdJwt.split("~");
    Map<String, String> claims = new TreeMap<>();
    for (String disclosure : Arrays.copyOfRange(parts, 1, parts.length)) {
      JsonNode claim = json(disclosure);
      claims.put(claim.get(1).textValue(), claim.get(2).asText());
    }
    return claims;
  }

  private static JsonNode claims(String sdJwt) {
    return json(sdJwt.split("\\.")[1]);
  }

  private static JsonNode json(String encoded) {
    return Json.read(new String(Base64.getUrlDecoder().decode(encoded), StandardCharsets.UTF_8));
  }

  private static String text(Answer answer) {
    return new String(answer.http().body(), StandardCharsets.UTF_8);
  }
}
