package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Records of a Sunbird RC 2.0.3, with invented people, that go on here. */
class AdoptionAcceptanceTest {

  private static final Path RECORDS = Path.of("src/test/resources/adoption");
  private static final String NDJSON = "application/x-ndjson";

  private static Endpoints suite;
  private static Client admin;

  @BeforeAll
  static void start() {
    suite = RunningSuite.shared();
    String token = new IdentityProvider(suite).clientCredentials().get("access_token").textValue();
    admin = Client.withToken(suite, token);
  }

  @Test
  void certificatesVerifyOrAreRevokedAsThereAndAreRevokedHere() throws IOException {
    List<JsonNode> lines = certificates();
    JsonNode signed = lines.stream().filter(AdoptionAcceptanceTest::isSigned).findFirst().get();
    importKey(Json.read(signed.get("credential").textValue()).get("@context"));
    OwnType type =
        OwnType.publish(
            admin,
            "FormerCertificate",
            """
            {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"},
              "trainingTitle": {"type": "string"}, "contact": {"type": "string"},
              "date": {"type": "string", "format": "date"}, "grade": {"type": "string"}}}
            """,
            "{\"roles\": [], \"uniqueIndexFields\": [\"contact\"]}");

    assertEquals(List.of(3, 3, 0, 0), counts(adopt(type, lines)));
    assertEquals(List.of(3, 0, 0, 0), counts(adopt(type, lines)));

    for (JsonNode line : lines) {
      String osid = line.at("/entity/osid").textValue();
      JsonNode entity = admin.get(type.path(osid)).status(200).json();
      assertEquals(osid, "1-" + entity.get("osid").textValue());
      assertEquals(line.get("osOwner"), entity.get("osOwner"));
      assertEquals(line.get("credential"), entity.get("_osSignedData"));
      assertEquals(line.at("/entity/trainingTitle"), entity.get("trainingTitle"));
      JsonNode history = admin.get(type.path(osid) + "/history").status(200).json();
      assertEquals("adoptEntity", history.at("/data/0/operation").textValue());
    }
    assertTrue(verified(signed));
    admin.post(type.path(signed.at("/entity/osid").textValue()) + "/revoke", "").status(200);
    Eventually.isTrue(() -> !verified(signed));
    assertEquals(List.of(3, 0, 0, 0), counts(adopt(type, lines)));
    assertFalse(verified(signed));
  }

  @Test
  void claimThatWasOpenThereIsGrantedHereAndFilesAreReadUnderTheirPaths() {
    String unique = UUID.randomUUID().toString().substring(0, 8);
    String attestors = "FormerCollege" + unique;
    admin.post("/api/v1/Schema", Samples.people(attestors)).status(200);
    OwnType type =
        OwnType.publish(
            admin,
            "FormerStudent",
            "{\"type\": \"object\", \"properties\": {\"name\": {\"type\": \"string\"},"
                + " \"photo\": {\"type\": \"string\"}}}",
            """
            {"roles": [], "attestationPolicies": [{"name": "nameAttest", "type": "MANUAL",
              "attestorPlugin": "did:internal:ClaimPluginActor?entity=%s",
              "attestationProperties": {"name": "$.name"}}]}
            """
                .formatted(attestors));
    String osid = UUID.randomUUID().toString();
    String claim = UUID.randomUUID().toString();
    String attestation = UUID.randomUUID().toString();
    String document = UUID.randomUUID() + "-photo.png";
    String photo = "%s/1-%s/photo/documents/%s".formatted(type.name(), osid, document);
    ObjectNode line = Json.object();
    line.put("from", "https://board.example.org").put("osCreatedAt", "2026-11-27T05:08:35Z");
    line.putObject("entity").put("osid", "1-" + osid).put("name", "Asha").put("photo", photo);
    line.putArray("attestations")
        .addObject()
        .put("osid", "1-" + attestation)
        .put("policy", "nameAttest")
        .put("state", "ATTESTATION_REQUESTED")
        .put("claimId", claim)
        .put("raisedBy", "college")
        .put("createdAt", "2026-11-27T05:09:34");
    assertEquals(List.of(1, 1, 0, 0), counts(adopt(type, List.of(line))));

    ObjectNode former = Json.object();
    former
        .put("id", claim)
        .put("entity", type.name())
        .put("entityId", "1-" + osid)
        .put("attestationId", "1-" + attestation)
        .put("attestationName", "nameAttest")
        .put("status", "OPEN")
        .put("createdAt", "2026-11-27T05:12:21.071");
    String claims = "/api/v1/claims/import?as=adopted";
    byte[] text = former.toString().getBytes(StandardCharsets.UTF_8);
    assertEquals(
        1, admin.post(claims, NDJSON, text).status(200).result().get("imported").intValue());
    String user = "college-" + unique;
    Client.withoutToken(suite)
        .post("/api/v1/%s/invite".formatted(attestors), "{\"name\": \"%s\"}".formatted(user))
        .status(200);
    JsonNode token = new IdentityProvider(suite).password(user, suite.defaultPassword());
    Client attestor = Client.withToken(suite, token.get("access_token").textValue());
    attestor
        .post(
            "/api/v1/%s/claims/%s/attest".formatted(attestors, claim),
            "{\"action\": \"GRANT_CLAIM\"}")
        .status(200);
    JsonNode entity = admin.get(type.path(osid)).json();
    assertEquals("PUBLISHED", entity.at("/nameAttest/0/_osState").textValue());
    assertEquals("https://board.example.org", entity.at("/_osAdopted/from").textValue());

    byte[] png = {1, 2, 3};
    admin
        .send(
            "PUT",
            "/api/v1/" + photo + "?as=adopted&createdAt=2026-11-27T05:12:36Z",
            "multipart/form-data; boundary=b",
            ("--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"photo.png\"\r\n"
                    + "content-type: image/png\r\n\r\n\u0001\u0002\u0003\r\n--b--\r\n")
                .getBytes(StandardCharsets.US_ASCII))
        .status(200);
    String named = entity.get("photo").textValue();
    assertEquals(List.of(png[0], png[1], png[2]), bytes(admin.get("/api/v1/" + named).status(200)));
  }

  private static void importKey(JsonNode contexts) throws IOException {
    ObjectNode key = Json.object();
    key.put("issuer", "did:web:board.example.org")
        .put("verificationMethod", "did:india")
        .put("publicKeyPem", Files.readString(RECORDS.resolve("public.pem")));
    key.putArray("contexts").add(contexts);
    admin.post("/api/v1/issuers/keys", key.toString()).status(200);
  }

  private static List<JsonNode> certificates() throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(RECORDS.resolve("certificates.ndjson"))) {
      lines.add(Json.read(line));
    }
    return lines;
  }

  private static boolean isSigned(JsonNode line) {
    return !line.get("credential").textValue().isEmpty();
  }

  private static boolean verified(JsonNode line) {
    String credential = "{\"signedCredentials\": %s}".formatted(line.get("credential").textValue());
    return Client.withoutToken(suite)
        .post("/api/v1/verify", credential)
        .status(200)
        .json()
        .get("verified")
        .booleanValue();
  }

  private static JsonNode adopt(OwnType type, List<? extends JsonNode> lines) {
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line).append('\n'));
    return admin
        .post(
            type.path() + "/import?as=adopted",
            NDJSON,
            text.toString().getBytes(StandardCharsets.UTF_8))
        .status(200)
        .result();
  }

  private static List<Integer> counts(JsonNode result) {
    return List.of(
        result.get("rows").intValue(),
        result.get("created").intValue(),
        result.get("replaced").intValue(),
        result.get("refused").intValue());
  }

  private static List<Byte> bytes(Answer answer) {
    List<Byte> bytes = new ArrayList<>();
    for (byte one : answer.http().body()) {
      bytes.add(one);
    }
    return bytes;
  }
}
