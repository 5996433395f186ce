package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.attestry.acceptance.AccessTable.Kind;
import org.attestry.acceptance.AccessTable.Who;
import org.attestry.acceptance.AccessWorld.Stored;
import org.attestry.local.Endpoints;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Flaws that registries of this kind have had, as a client would find them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KnownFlawsAcceptanceTest {

  private static final String UNKNOWN = "019aa000-0000-7000-8000-000000000000";

  private final Endpoints suite = RunningSuite.shared();
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
  void aMissingFileIsNotFoundAndNoPathLeadsToAnotherOne() {
    String documents = AccessWorld.path(stored) + "/" + AccessWorld.PROPERTY + "/documents/";
    String other = world.withDocument(world.store(Kind.OWNED)).document();
    for (String id :
        List.of(
            UNKNOWN,
            other,
            "a.txt",
            "..%2f" + other,
            "..%2f..%2fpapers%2fdocuments%2f" + other,
            "%2e%2e")) {
      int status = world.client(Who.OWNER).get(documents + id).http().statusCode();
      assertTrue(status == 400 || status == 404, id + " " + status);
      status = world.client(Who.OWNER).delete(documents + id).http().statusCode();
      assertTrue(status == 400 || status == 404, id + " " + status);
    }
    String elsewhere = AccessWorld.path(stored) + "/note/documents/" + stored.document();
    world.client(Who.OWNER).get(elsewhere).status(404);
    world.client(Who.OWNER).get(documents + stored.document()).status(200);
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
  void noFilterAnswersWhatAHiddenFieldHolds(String query) {
    for (Who who : List.of(Who.OTHER, Who.CLERK, Who.ATTESTOR)) {
      Answer answer = world.client(who).post(type + "/search", query);
      String body = new String(answer.http().body());
      assertFalse(body.contains(AccessWorld.SECRET), body);
      assertEquals(
          query.contains("fields") ? answer.http().statusCode() : 400,
          answer.http().statusCode(),
          body);
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
  void whatCannotBeSearchedIsNeverAnsweredAsSuccess(String query) {
    Answer answer = world.client(Who.ADMIN).post(type + "/search", query).status(400);

    assertEquals("UNSUCCESSFUL", answer.json().at("/params/status").textValue());
  }

  @Test
  void listsAreLimitedAndAnOffsetCountsWithoutALimit() {
    String own = "/api/v1/" + world.type(Kind.OPENOWNED);
    world.store(Kind.OPENOWNED);
    world.store(Kind.OPENOWNED);
    Client owner = world.client(Who.OWNER);
    int all = owner.get(own).status(200).json().size();

    assertEquals(all - 1, owner.get(own + "?offset=1").status(200).json().size());
    assertEquals(1, owner.get(own + "?limit=1").status(200).json().size());
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

    try (Stream<Path> files = Files.list(Path.of(suite.data()).resolveSibling("."))) {
      for (Path log : files.filter(file -> file.toString().endsWith(".log")).toList()) {
        assertFalse(Files.readString(log).contains(marker), log.toString());
      }
    }
  }

  @Test
  void revocationShowsInVerificationHoweverTheCredentialIsWritten() {
    Stored signed = world.store(Kind.OWNED);
    Client owner = world.client(Who.OWNER);
    String credential = owner.get(AccessWorld.path(signed)).json().get("_osSignedData").textValue();
    String verify = "{\"signedCredentials\":%s}".formatted(credential);
    assertTrue(owner.post("/api/v1/verify", verify).json().get("verified").booleanValue());

    owner.post(AccessWorld.path(signed) + "/revoke", "").status(200);

    Client nobody = world.client(Who.NOBODY);
    assertFalse(nobody.post("/api/v1/verify", verify).json().get("verified").booleanValue());
  }

  @Test
  void aNewTypeCanBeUsedAtOnce() {
    String name = "Fresh" + Samples.fresh().unique();
    Client admin = world.client(Who.ADMIN);
    admin.post("/api/v1/Schema", world.schemaRequest(name, "PUBLISHED")).status(200);

    admin.post("/api/v1/" + name, "{\"name\":\"x\"}").status(200);
    JsonNode description =
        world.client(Who.NOBODY).get("/api/docs/swagger.json").status(200).json();
    assertTrue(description.get("paths").has("/api/v1/" + name));
    assertTrue(description.get("definitions").has(name));
  }
}
