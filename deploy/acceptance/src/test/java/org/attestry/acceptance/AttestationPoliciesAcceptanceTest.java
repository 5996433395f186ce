package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.Test;

/** Policies that require several attestors, a note or a time, and raise another one. */
class AttestationPoliciesAcceptanceTest {

  private static final String GRANT = "{\"action\": \"GRANT_CLAIM\", \"notes\": \"Seen.\"}";

  private final Endpoints suite = RunningSuite.shared();
  private final IdentityProvider identity = new IdentityProvider(suite);
  private final Client admin =
      Client.withToken(suite, identity.clientCredentials().get("access_token").textValue());
  private final String unique = Samples.fresh().unique();
  private final String attestorType = "Clerk" + unique;

  @Test
  void attestorsDecideByTheRulesOfThePolicy() {
    admin.post("/api/v1/Schema", Samples.people(attestorType)).status(200);
    Client first = attestor("first");
    Client second = attestor("second");
    OwnType type = publish();
    String file = type.path(type.create("{\"name\": \"Ada\", \"degree\": \"BSc\"}"));

    admin.put(file + "/name?send=true", "\"Ada L.\"").status(200);
    String name = admin.get(file).json().get("_osClaimId/name").textValue();
    first
        .post(attest(name), "{\"action\": \"REJECT_CLAIM\"}")
        .failed(400, "registry.attestation.note-required");
    assertEquals("ATTESTATION_REQUESTED", state(first.post(attest(name), GRANT)));
    first.post(attest(name), GRANT).failed(409, "registry.attestation.granted-before");
    assertEquals("PUBLISHED", state(second.post(attest(name), GRANT)));
    JsonNode history = admin.get(type.path() + "/claims/" + name + "/history").json();
    assertEquals(
        List.of("GRANTED", "GRANTED", "NOTE", "NOTE", "RAISED"),
        StreamSupport.stream(history.get("data").spliterator(), false)
            .map(entry -> entry.get("event").textValue())
            .sorted()
            .toList());

    JsonNode next = admin.get(file).json().at("/degree_check/0");
    assertEquals("Ada L.", next.at("/additionalInput/name").textValue());
    String degree = next.get("_osClaimId").textValue();
    second.post(attest(degree), GRANT).failed(409, "registry.attestation.expired");
    assertEquals(
        "EXPIRED", admin.get(type.path() + "/claims/" + degree).json().get("decision").textValue());
    assertEquals("DRAFT", admin.get(file).json().at("/degree_check/0/_osState").textValue());
  }

  @Test
  void officersDecideInBulk() {
    admin.post("/api/v1/Schema", Samples.people(attestorType)).status(200);
    Client officer = attestor("officer");
    OwnType type =
        OwnType.publish(
            admin,
            "Licence",
            "{\"type\": \"object\", \"properties\": {\"name\": {\"type\": \"string\"}}}",
            """
            {"roles": ["admin"], "readRoles": ["anonymous"], "attestationPolicies": [
               {"name": "licence", "attestorPlugin": "did:internal:ClaimPluginActor?entity=%s",
                "attestationProperties": {"name": "$.name"},
                "credentialTemplate": {
                  "@context": ["https://www.w3.org/2018/credentials/v1"],
                  "type": ["VerifiableCredential"],
                  "expirationDate": "2031-01-01T00:00:00Z",
                  "credentialSubject": {"type": "Teacher", "name": "{{name}}"}}}]}
            """
                .formatted(attestorType));
    String csv = "NAME\r\nAda\r\n\r\nBeda\r\n";
    admin
        .post(type.path() + "/import", "text/csv", csv.getBytes(StandardCharsets.UTF_8))
        .failed(400, "registry.import.undeclared");
    admin
        .post(
            type.path() + "/import",
            "text/csv",
            csv.replace("NAME", "name").getBytes(StandardCharsets.UTF_8))
        .succeeded("registry.import");
    List<String> ids = new ArrayList<>();
    admin
        .get(type.path() + "?sort=osCreatedAt")
        .json()
        .get("data")
        .forEach(entity -> ids.add(entity.get("osid").textValue()));

    List<JsonNode> raised =
        lines(
            admin,
            "/api/v1/send?send=true",
            ids.stream()
                .map(
                    id ->
                        "{\"entityName\": \"%s\", \"entityId\": \"%s\", \"name\": \"licence\"}"
                            .formatted(type.name(), id))
                .toList());
    assertEquals(2, raised.size());
    List<String> claims = new ArrayList<>();
    ids.forEach(
        id -> claims.add(admin.get(type.path(id)).json().at("/licence/0/_osClaimId").textValue()));

    List<JsonNode> decided =
        lines(
            officer,
            "/api/v1/%s/claims/attest".formatted(attestorType),
            List.of(
                "{\"claimId\": \"%s\", \"action\": \"GRANT_CLAIM\"}".formatted(claims.get(0)),
                "{\"claimId\": \"unknown\", \"action\": \"GRANT_CLAIM\"}",
                "{\"claimId\": \"%s\", \"action\": \"REJECT_CLAIM\"}".formatted(claims.get(1))));

    assertEquals("PUBLISHED", decided.get(0).get("state").textValue());
    assertEquals("claims.claim.not-found", decided.get(1).at("/error/code").textValue());
    assertEquals("REJECTED", decided.get(2).get("state").textValue());
    assertEquals(
        "PUBLISHED", admin.get(type.path(ids.get(0))).json().at("/licence/0/_osState").textValue());
    assertGrantedAreFound(type, ids.get(0), ids.get(1));
    String rejected = "/api/v1/%s/claims?decision=REJECTED".formatted(attestorType);
    assertEquals(claims.get(1), officer.get(rejected).json().at("/content/0/id").textValue());
    assertEquals(1, officer.get(rejected).json().get("totalElements").intValue());
  }

  /** Which licences are granted, and until when: a question that needs no token. */
  private void assertGrantedAreFound(OwnType type, String granted, String rejected) {
    Client everybody = Client.withoutToken(suite);
    JsonNode valid =
        found(
            everybody,
            type,
            "{\"_osState\": {\"eq\": \"PUBLISHED\"}, \"_osValidUntil\": {\"gt\": \"2030-06-01\"}}");
    assertEquals(1, valid.get("totalCount").intValue());
    assertEquals(granted, valid.at("/data/0/osid").textValue());
    assertEquals(
        "2031-01-01T00:00:00.000Z", valid.at("/data/0/licence/0/_osValidUntil").textValue());
    assertFalse(valid.at("/data/0").has("_osState/name"));
    String ended =
        "{\"_osState\": {\"eq\": \"PUBLISHED\"}, \"_osValidUntil\": {\"lt\": \"2030-06-01\"}}";
    assertEquals(0, found(everybody, type, ended).get("totalCount").intValue());
    String refused = "{\"_osState\": {\"eq\": \"REJECTED\"}}";
    assertEquals(0, found(everybody, type, refused).get("totalCount").intValue());
    assertEquals(rejected, found(admin, type, refused).at("/data/0/osid").textValue());
  }

  private static JsonNode found(Client client, OwnType type, String records) {
    return client
        .post(type.path() + "/search", "{\"filters\": {\"licence\": %s}}".formatted(records))
        .status(200)
        .json();
  }

  @Test
  void aSuspendedHolderWaitsForTheEndWhichComesByItself() {
    admin.post("/api/v1/Schema", Samples.people(attestorType)).status(200);
    Client officer = attestor("officer");
    Client holder = attestor("holder");
    OwnType type = licences();
    String file = type.path(type.osid(holder.post(type.path(), "{\"name\": \"Ada\"}").status(200)));
    grant(officer, holder, file);
    String licence = file + "/attestation/licence/name/";
    String id = credential(file).get("id").textValue();

    officer
        .post(licence + "suspend", "{\"reason\": \"inquiry\", \"until\": \"2100-01-01T00:00:00Z\"}")
        .status(200);
    assertEquals("suspended", suspension(file));
    JsonNode status = holder.get(file).json().get("_osCredentialStatus/name");
    assertEquals("inquiry", status.get("reason").textValue());
    holder.post(licence + "reinstate", "{}").failed(403, "registry.credential.suspended-by-higher");
    holder.post(licence + "revoke", "{}").failed(403, "registry.credential.suspended-by-higher");

    grant(officer, holder, file);
    assertNotEquals(id, credential(file).get("id").textValue());
    assertEquals("suspended", suspension(file));
    suspendShortly(officer, file);

    Eventually.isTrue(() -> suspension(file).isEmpty());
  }

  /** Suspends the credential, by its id, until a moment that has not passed for the suite. */
  private void suspendShortly(Client officer, String file) {
    Instant changed = Instant.parse(admin.get(file).json().get("osUpdatedAt").textValue());
    Answer answer;
    int seconds = 1;
    do {
      seconds *= 2;
      answer =
          officer.post(
              "/credentials/status",
              """
              {"credentialId": %s, "status": true, "until": "%s",
               "credentialStatus":
                 {"type": "BitstringStatusListEntry", "statusPurpose": "suspension"}}
              """
                  .formatted(credential(file).get("id"), changed.plusSeconds(seconds)));
    } while (answer.http().statusCode() == 400);
    answer.status(200);
  }

  @Test
  void licencesAreRevokedByAFilterAsTheyWereCounted() {
    admin.post("/api/v1/Schema", Samples.people(attestorType)).status(200);
    Client officer = attestor("officer");
    Client holder = attestor("holder");
    OwnType type = licences();
    List<String> files = new ArrayList<>();
    for (int number = 0; number < 2; number++) {
      String body = "{\"name\": \"Ada\"}";
      files.add(type.path(type.osid(holder.post(type.path(), body).status(200))));
      grant(officer, holder, files.get(number));
    }
    String path = type.path() + "/revoke";
    String wanted =
        "{\"credentials\": \"attestation\", \"policy\": \"licence\","
            + " \"filters\": {\"name\": {\"eq\": \"Ada\"}}}";
    admin
        .post(path, wanted.replace("{\"name\": {\"eq\": \"Ada\"}}", "{}"))
        .failed(400, "registry.revocation.invalid");
    JsonNode counted = admin.post(path, wanted).succeeded("utils.revoke").result();
    assertEquals(2, counted.get("count").intValue());
    assertEquals("PREPARED", counted.get("state").textValue());
    holder.put(files.get(0) + "/note", "\"moved\"").status(200);
    JsonNode some = admin.post(path, run(counted)).status(200).result();
    assertEquals("COMPLETED", some.get("state").textValue());
    assertEquals(1, some.get("revoked").intValue());
    assertEquals(1, some.get("changed").intValue());
    assertEquals("", suspension(files.get(0)));

    JsonNode again = admin.post(path, wanted).status(200).result();
    assertEquals(1, again.get("count").intValue());
    JsonNode done = admin.post(path, run(again)).status(200).result();
    assertEquals("COMPLETED", done.get("state").textValue());
    assertEquals(1, done.get("revoked").intValue());
    assertEquals(done, admin.get(path + "/" + again.get("id").textValue()).status(200).json());
    for (String file : files) {
      JsonNode read = holder.get(file).json();
      assertEquals("PUBLISHED", read.get("_osState/name").textValue());
      assertEquals("", read.get("_osAttestedData/name").textValue());
      assertEquals("closed", read.get("_osCredentialStatus/name").get("reason").textValue());
    }
  }

  private static String run(JsonNode counted) {
    return "{\"id\": %s, \"dryRun\": false, \"reason\": \"closed\"}".formatted(counted.get("id"));
  }

  private OwnType licences() {
    return OwnType.publish(
        admin,
        "Licence",
        """
        {"type": "object", "properties": {
           "name": {"type": "string"}, "note": {"type": "string"}}}
        """,
        """
        {"roles": [], "attestationPolicies": [
           {"name": "licence", "attestorPlugin": "did:internal:ClaimPluginActor?entity=%s",
            "attestationProperties": {"name": "$.name"}, "attestorMayRevoke": true,
            "credentialTemplate": {
              "@context": ["https://www.w3.org/2018/credentials/v1"],
              "type": ["VerifiableCredential"],
              "credentialSubject": {"holderName": "{{name}}"}}}]}
        """
            .formatted(attestorType));
  }

  private void grant(Client officer, Client holder, String file) {
    holder.put(file + "/name?send=true", "\"Ada\"").status(200);
    String claim = holder.get(file).json().get("_osClaimId/name").textValue();
    assertEquals("PUBLISHED", state(officer.post(attest(claim), GRANT)));
  }

  private JsonNode credential(String file) {
    return Json.read(admin.get(file).json().get("_osAttestedData/name").textValue());
  }

  /** Why the credential in force is not valid by its suspension, or an empty text. */
  private String suspension(String file) {
    JsonNode found =
        admin
            .post("/api/v1/verify", "{\"signedCredentials\": %s}".formatted(credential(file)))
            .json();
    return StreamSupport.stream(found.get("checks").spliterator(), false)
        .filter(check -> check.get("check").textValue().equals("suspension"))
        .map(check -> check.path("reason").asText())
        .findFirst()
        .orElse("");
  }

  private static List<JsonNode> lines(Client client, String path, List<String> lines) {
    byte[] body = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    Answer answer = client.post(path, "application/x-ndjson", body).status(200);
    return new String(answer.http().body(), StandardCharsets.UTF_8)
        .lines()
        .map(Json::read)
        .toList();
  }

  private static String state(Answer decided) {
    return decided.status(200).result().get("state").textValue();
  }

  private String attest(String claim) {
    return "/api/v1/%s/claims/%s/attest".formatted(attestorType, claim);
  }

  private Client attestor(String name) {
    String user = name + unique;
    Client.withoutToken(suite)
        .post("/api/v1/%s/invite".formatted(attestorType), "{\"name\": \"%s\"}".formatted(user))
        .status(200);
    JsonNode token = identity.password(user, suite.defaultPassword());
    return Client.withToken(suite, token.get("access_token").textValue());
  }

  private OwnType publish() {
    String definition =
        """
        {"type": "object", "properties": {
           "name": {"type": "string"}, "degree": {"type": "string"}}}
        """;
    String config =
        """
        {"roles": [], "attestationPolicies": [
           {"name": "name_check", "attestorPlugin": "did:internal:ClaimPluginActor?entity=%1$s",
            "attestationProperties": {"name": "$.name"}, "attestors": 2, "requireNote": true,
            "onComplete": "attestation:degree_check"},
           {"name": "degree_check", "attestorPlugin": "did:internal:ClaimPluginActor?entity=%1$s",
            "attestationProperties": {"degree": "$.degree"}, "expiresAfter": "PT0.001S"}]}
        """
            .formatted(attestorType);
    return OwnType.publish(admin, "Case", definition, config);
  }
}
