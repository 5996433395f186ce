package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.attestry.acceptance.AccessTable.Kind;
import org.attestry.acceptance.AccessTable.Who;
import org.attestry.acceptance.AccessWorld.Stored;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Flaws that registries of this kind have had, as a client would find them: each is a test, whose
 * name says what must not be. Those of stored values, files and credentials stand in {@link
 * KnownDataFlawsAcceptanceTest}. Some are held down where a whole table is tried anyway, or where
 * only the inside shows them:
 *
 * <ul>
 *   <li>a role or ownership is enough everywhere: {@link AccessMatrixAcceptanceTest}
 *   <li>paths that look like documents or searches skip authentication, session cookies
 *       authenticate, any web origin may call: {@link BasicsAcceptanceTest}
 *   <li>hidden fields in responses, facts, logs: {@link HiddenFieldsAcceptanceTest}
 *   <li>the attestor's first record alone counts, claims are filtered in memory: {@code
 *       ClaimsServiceIT.secondRecordOfAnAttestorCountsAsMuchAsTheFirst}, {@code
 *       listShowsNewestFirstWhatTheCallerMayDecide}
 *   <li>substring filters outside the database: {@code
 *       SearchIT.theFailureOfASearchThatTakesTooLongNamesTheRemedy}
 *   <li>secrets that everybody knows: {@code SecretsTest}
 * </ul>
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KnownFlawsAcceptanceTest {

  private static final String UNKNOWN = "019aa000-0000-7000-8000-000000000000";

  private final Endpoints suite = RunningSuite.shared();
  private final String number = Samples.fresh().unique();
  private AccessWorld world;
  private Stored stored;
  private String type;

  @BeforeAll
  void prepare() {
    world = new AccessWorld(suite);
    stored = world.withDocument(world.withClaim(world.store(Kind.OWNED)));
    type = "/api/v1/" + stored.type();
  }

  @Test
  void neitherAnAdminNorAnOwnerAttestsAndARefusedDecisionDecidesNothing() {
    String attest = "/api/v1/" + world.attestorType() + "/claims/" + stored.claim() + "/attest";
    for (Who who : List.of(Who.ADMIN, Who.OWNER, Who.OTHER, Who.CLERK)) {
      world.client(who).post(attest, "{\"action\":\"GRANT_CLAIM\"}").status(403);
    }
    String elsewhere = type + "/claims/" + stored.claim() + "/attest";
    world.client(Who.ATTESTOR).post(elsewhere, "{\"action\":\"GRANT_CLAIM\"}").status(403);
    world.client(Who.ATTESTOR).post(attest, "{\"action\":\"GRANT\"}").status(400);

    JsonNode claim = world.client(Who.ATTESTOR).get(type + "/claims/" + stored.claim()).json();
    assertEquals("OPEN", claim.get("status").textValue());
  }

  @Test
  void noCallbackSystemEndpointOrPatchGrantsAnAttestation() {
    String one = AccessWorld.path(stored);
    String system = "/system/" + stored.type() + "/" + stored.osid();
    String grant = "{\"action\":\"GRANT_CLAIM\",\"status\":\"GRANTED\",\"name\":\"x\"}";
    for (String path :
        List.of(
            one + "/attestation/check/" + stored.claim(),
            "/api/v1" + system,
            system,
            "/api/v1/plugin/response",
            "/plugin/response",
            "/api/v1/callback",
            "/registry/update",
            one)) {
      for (String method : List.of("POST", "PUT", "PATCH")) {
        for (Who who : List.of(Who.NOBODY, Who.OTHER)) {
          refused(who, method, path, grant);
        }
      }
    }
    assertEquals(405, send(Who.ADMIN, "PATCH", one, grant));

    JsonNode entity = world.client(Who.OWNER).get(one).json();
    assertEquals("ATTESTATION_REQUESTED", entity.at("/check/0/_osState").textValue());
    assertEquals("A name", entity.get("name").textValue());
    JsonNode claim = world.client(Who.ATTESTOR).get(type + "/claims/" + stored.claim()).json();
    assertEquals("OPEN", claim.get("status").textValue());
  }

  private void refused(Who who, String method, String path, String body) {
    int status = send(who, method, path, body);
    assertTrue(
        Set.of(401, 403, 404, 405).contains(status),
        who + " " + method + " " + path + " " + status);
  }

  private int send(Who who, String method, String path, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return world.client(who).send(method, path, "application/json", bytes).http().statusCode();
  }

  @Test
  void anAttestationIsNeverWrittenByHand() {
    for (String field : List.of("_osState/remark", "_osClaimId/remark", "osOwner", "osid")) {
      String body = "{\"name\":\"x\",\"%s\":\"PUBLISHED\"}".formatted(field);
      world.client(Who.OWNER).post(type, body).status(400);
      world.client(Who.OWNER).put(AccessWorld.path(stored), body).status(400);
    }
    String record = AccessWorld.path(stored) + "/check";
    int status = world.client(Who.OWNER).put(record, "[]").http().statusCode();
    assertTrue(status == 400 || status == 404, "attestation records changed: " + status);
  }

  @Test
  void noCallerChoosesTheIdOfARecord() {
    Client owner = world.client(Who.OWNER);
    String before = owner.get(AccessWorld.path(stored)).header("etag");
    for (String id : List.of(stored.osid(), UNKNOWN, "1-" + stored.osid())) {
      String body = "{\"name\":\"Shadow\",\"osid\":\"%s\"}".formatted(id);
      owner.post(type, body).failed(400, "registry.entity.system-field");
      owner.post(type + "/invite", body).failed(400, "registry.entity.system-field");
    }
    assertEquals(before, owner.get(AccessWorld.path(stored)).header("etag"));
    owner.get(type + "/" + UNKNOWN).status(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "T(java.lang.Runtime).getRuntime().exec('id')",
        "new java.io.File('x').delete()",
        "true; System.exit(0)",
        "ATTESTOR#$.name#.getClass()",
        "ATTESTOR#$.name#.matches('.*')"
      })
  void aConditionThatIsCodeIsNotPublished(String condition) {
    Answer refused =
        world.client(Who.ADMIN).post("/api/v1/Schema", conditioned("Code" + number, condition));

    refused.failed(400, "schema.document.invalid");
    String pointer = refused.result().at("/violations/0/pointer").textValue();
    assertTrue(pointer.endsWith("/attestationPolicies/0/conditions"), pointer);
  }

  @Test
  void aValueInARecordIsNeverReadAsACondition() {
    String named = "Conditioned" + number;
    String condition = "ATTESTOR#$.name#.equals(REQUESTER#$.note#)";
    world.client(Who.ADMIN).post("/api/v1/Schema", conditioned(named, condition)).status(200);
    for (String note :
        List.of("' || true || '", "x' || 'a' == 'a", "#$.name#", "$.name", "*", ".*", "true")) {
      assertEquals(403, grant(named, note), note);
    }
    assertEquals(200, grant(named, "x"), "the attestor's own name");
  }

  /** The response to the attestor named x who grants a claim with this note. */
  private int grant(String named, String note) {
    Client owner = world.client(Who.OWNER);
    String body = Json.object().put("name", "n").put("note", note).toString();
    String osid =
        owner
            .post("/api/v1/" + named, body)
            .status(200)
            .result()
            .at("/%s/osid".formatted(named))
            .textValue();
    String path = "/api/v1/" + named + "/" + osid;
    owner.put(path + "/name?send=true", "\"n\"").status(200);
    String claim = owner.get(path).json().get("_osClaimId/name").textValue();
    String attest = "/api/v1/" + world.attestorType() + "/claims/" + claim + "/attest";
    return send(Who.ATTESTOR, "POST", attest, "{\"action\":\"GRANT_CLAIM\"}");
  }

  private String conditioned(String named, String condition) {
    return Samples.schema(
        named,
        "PUBLISHED",
        """
        {"type": "object", "properties": {
           "name": {"type": "string"}, "note": {"type": "string"}},
         "_osConfig": {"attestationPolicies": [{"name": "check", "type": "MANUAL",
           "conditions": "%s",
           "attestorPlugin": "did:internal:ClaimPluginActor?entity=%s",
           "attestationProperties": {"name": "$.name"}}]}}
        """
            .formatted(condition, world.attestorType()));
  }

  @Test
  void anOpenTypeOpensNoTypeWhoseNameBeginsAlike() {
    String open = world.type(Kind.ANONYMOUS);
    String closed = open + "Closed";
    world
        .client(Who.ADMIN)
        .post("/api/v1/Schema", world.schemaRequest(closed, "PUBLISHED"))
        .status(200);

    Client nobody = world.client(Who.NOBODY);
    assertEquals(200, nobody.get("/api/v1/" + open).http().statusCode());
    for (String path : List.of("/api/v1/" + closed, "/api/v1/" + closed + "/" + UNKNOWN)) {
      assertEquals(401, nobody.get(path).http().statusCode(), path);
    }
    assertEquals(401, nobody.post("/api/v1/" + closed, "{\"name\":\"x\"}").http().statusCode());
    assertEquals(401, nobody.post("/api/v1/" + closed + "/search", "{}").http().statusCode());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"filters\":{\"secret\":{\"eq\":\"told-to-nobody\"}}}",
        "{\"filters\":{\"secret\":{\"startsWith\":\"t\"}}}",
        "{\"filters\":{\"secret\":{\"exists\":true}}}",
        "{\"filters\":{\"not\":{\"secret\":{\"eq\":\"x\"}}}}",
        "{\"filters\":{\"or\":[{\"secret\":{\"eq\":\"x\"}},{\"name\":{\"eq\":\"x\"}}]}}",
        "{\"sort\":[\"secret\"]}",
        "{\"fields\":[\"secret\"]}"
      })
  void noFilterRevealsTheValueOfAHiddenField(String query) {
    for (Who who : List.of(Who.OTHER, Who.CLERK, Who.ATTESTOR)) {
      Answer answer = world.client(who).post(type + "/search", query);
      String body = new String(answer.http().body());
      assertFalse(body.contains(AccessWorld.SECRET), body);
      assertEquals("field not allowed", answer.status(400).message(), body);
    }
  }

  @Test
  void noOtherQueryRevealsItEither() {
    String open = "/api/v1/" + world.store(Kind.ANONYMOUS).type();
    String filter = "{\"filters\":{\"secret\":{\"startsWith\":\"t\"}}}";
    String encoded = Base64.getUrlEncoder().encodeToString(filter.getBytes(StandardCharsets.UTF_8));
    Client nobody = world.client(Who.NOBODY);
    for (String path :
        List.of(
            open + "?sort=secret",
            open + "/search?search=" + encoded,
            open + "/export?search=" + encoded)) {
      assertEquals("field not allowed", nobody.get(path).status(400).message(), path);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"filters\":{\"name\":{\"like\":\"x\"}}}",
        "{\"filters\":{\"unknown\":{\"eq\":\"x\"}}}",
        "{\"filters\":[]}",
        "{\"limit\":1000000}",
        "{\"limit\":0}",
        "{\"limit\":-1}",
        "{\"offset\":-1}",
        "[]",
        "{\"filters\":"
      })
  void aFailedSearchIsNeverASuccess(String query) {
    Answer answer = world.client(Who.ADMIN).post(type + "/search", query).status(400);

    assertEquals("UNSUCCESSFUL", answer.json().at("/params/status").textValue());
  }

  private static int listed(Answer page) {
    return page.status(200).json().get("data").size();
  }

  @Test
  void listsAreLimitedAndAnOffsetCountsWithoutALimit() {
    String own = "/api/v1/" + world.type(Kind.OPENOWNED);
    world.store(Kind.OPENOWNED);
    world.store(Kind.OPENOWNED);
    Client owner = world.client(Who.OWNER);
    int all = listed(owner.get(own));

    assertEquals(all - 1, listed(owner.get(own + "?offset=1")));
    assertEquals(1, listed(owner.get(own + "?limit=1")));
    owner.get(own + "?limit=1000000").status(400);
    owner.get(own + "?limit=all").status(400);
  }

  @Test
  void bodiesAndTokensNeverReachTheLog() throws IOException {
    String marker = "marker-" + Samples.fresh().unique();
    Client owner = world.client(Who.OWNER);
    owner.post(type, "{\"name\":\"%s\",\"secret\":\"%s\"}".formatted(marker, marker)).status(200);
    owner.post(type, "{\"name\":{\"%s\":1}}".formatted(marker)).status(400);
    owner.post(type, "{\"name\":\"%s\"".formatted(marker)).status(400);
    Client.withToken(suite, marker).get(type).status(401);
    owner.get(type + "?q=" + marker);

    for (Path log : RunningSuite.logs(suite)) {
      assertFalse(Files.readString(log).contains(marker), log.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"admin", "password", "changeit", "test", "abcd@123", "admin123"})
  void noPasswordThatEverybodyKnowsOpensAnAccount(String password) {
    IdentityProvider identity = new IdentityProvider(suite);
    String admin = suite.identity().users().get(0).username();

    assertEquals("invalid_grant", identity.password(admin, password).path("error").asText());
    assertNotEquals(password, suite.defaultPassword());
  }
}
