package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.attestry.acceptance.AccessTable.Kind;
import org.attestry.acceptance.AccessTable.Who;
import org.attestry.acceptance.AccessWorld.Stored;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Flaws that registries of this kind have had with what they keep, as a client would find them:
 * values that change on the way, new types that are not ready, files, attestations that any edit
 * ends, credentials and what is fetched for them. The others, and where some of them are held down
 * besides, stand in {@link KnownFlawsAcceptanceTest}. Only the inside shows these:
 *
 * <ul>
 *   <li>a replacement deletes first, an object's key comes from a path: {@code
 *       FileServiceIT.keepsTheOldContentWhenItsReplacementFails}, {@code
 *       keysOfObjectsAreIdsWhateverAClientNames}
 *   <li>an update is several steps without connection: {@code
 *       CredentialIT.nothingIsStoredWhenNothingCanBeSigned}, {@link CrashAcceptanceTest}
 *   <li>a new type blocks its first writers: {@code
 *       PublishedTypesIT.allOfManyFirstCreatesOfAFreshTypeSucceed}
 * </ul>
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KnownDataFlawsAcceptanceTest {

  private static final String UNKNOWN = "019aa000-0000-7000-8000-000000000000";
  private static final int LARGE = 48_000_000;

  private final Endpoints suite = RunningSuite.shared();
  private final String number = Samples.fresh().unique();
  private AccessWorld world;
  private Client owner;
  private Client admin;
  private Client nobody;

  @BeforeAll
  void prepare() {
    world = new AccessWorld(suite);
    owner = world.client(Who.OWNER);
    admin = world.client(Who.ADMIN);
    nobody = world.client(Who.NOBODY);
  }

  @Test
  void valuesComeBackAsTheyWereSent() {
    String type = "Kept" + number;
    admin
        .post("/api/v1/Schema", Samples.schema(type, "PUBLISHED", "{\"type\": \"object\"}"))
        .status(200);
    JsonNode sent =
        Json.read(
            """
            {"numerals": ["10", "2", "007", "1e3", "-0"], "bracketed": "[1, 2]", "braced": "{\\"a\\":1}",
             "order": [3, 1, 2, 1], "mixed": [1, "1", true, "true", null, 1.50], "words": "true",
             "nothing": null, "first_name": "Ada", "_lead": "l", "trail_": "t", "a__b": {"c_d": "[]"},
             "big": 12345678901234567890.1234567890, "empty": "", "space": " x ", "lists": [[], ["a"]]}
            """);

    String id = create(type, sent.toString());

    ObjectNode read = (ObjectNode) owner.get("/api/v1/%s/%s".formatted(type, id)).json();
    ObjectNode found =
        (ObjectNode)
            owner
                .post(
                    "/api/v1/%s/search".formatted(type),
                    "{\"filters\": {\"osid\": {\"eq\": \"%s\"}}}".formatted(id))
                .json()
                .at("/data/0");
    for (ObjectNode seen : List.of(read, found)) {
      ((ObjectNode) seen.get("a__b")).remove("osid");
      seen.retain(sent.properties().stream().map(Map.Entry::getKey).toList());
      assertEquals(sent.toString(), sorted(seen, sent));
    }
  }

  /** The members in the order in which they were sent, since objects have none. */
  private static String sorted(ObjectNode seen, JsonNode sent) {
    ObjectNode sorted = Json.object();
    sent.fieldNames().forEachRemaining(name -> sorted.set(name, seen.get(name)));
    return sorted.toString();
  }

  @Test
  void aNewTypeCanBeUsedAtOnce() {
    String type = "Fresh" + number;
    admin.post("/api/v1/Schema", world.schemaRequest(type, "PUBLISHED")).status(200);

    create(type, "{\"name\":\"x\"}");
    JsonNode description = nobody.get("/api/docs/swagger.json").status(200).json();
    assertTrue(description.get("paths").has("/api/v1/" + type));
    assertTrue(description.get("definitions").has(type));
  }

  @Test
  void theFirstWritersOfATypeFindItsConstraintAndNoObstacle() {
    String type = "Unique" + number;
    admin.post("/api/v1/Schema", new Samples(number).clubSchema(type, "PUBLISHED")).status(200);

    List<Integer> answers =
        atOnce(
            IntStream.range(0, 32)
                .mapToObj(i -> i % 2 == 0 ? "the same" : "another " + i)
                .map(name -> (Callable<Integer>) () -> store(type, name))
                .toList());

    assertEquals(17, answers.stream().filter(status -> status == 200).count(), answers::toString);
    assertEquals(15, answers.stream().filter(status -> status == 409).count(), answers::toString);
  }

  private int store(String type, String name) {
    return owner.post("/api/v1/" + type, "{\"name\":\"%s\"}".formatted(name)).http().statusCode();
  }

  @Test
  void anEditElsewhereLeavesAnAttestationAlone() {
    String path = AccessWorld.path(world.store(Kind.OWNED));
    owner.put(path + "/remark?send=true", "\"attested\"").status(200);
    String claim = owner.get(path).json().get("_osClaimId/remark").textValue();
    world
        .client(Who.ATTESTOR)
        .post(
            "/api/v1/" + world.attestorType() + "/claims/" + claim + "/attest",
            "{\"action\":\"GRANT_CLAIM\"}")
        .status(200);

    owner.put(path + "/name", "\"Another name\"").status(200);
    owner.post(path + "/note", "\"a note\"").status(200);
    ObjectNode whole = (ObjectNode) owner.get(path).json();
    owner.put(path, whole.put("secret", "changed").toString()).status(200);
    assertEquals("PUBLISHED", owner.get(path).json().get("_osState/remark").textValue());

    owner.put(path + "/remark", "\"changed\"").status(200);
    assertEquals("DRAFT", owner.get(path).json().get("_osState/remark").textValue());
  }

  @Test
  void aMissingFileIsNotFoundAndNoPathLeadsToAnotherOne() {
    Stored stored = world.withDocument(world.store(Kind.OWNED));
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
      int status = owner.get(documents + id).http().statusCode();
      assertTrue(status == 400 || status == 404, id + " " + status);
      status = owner.delete(documents + id).http().statusCode();
      assertTrue(status == 400 || status == 404, id + " " + status);
    }
    String elsewhere = AccessWorld.path(stored) + "/note/documents/" + stored.document();
    owner.get(elsewhere).status(404);
    owner.get(documents + stored.document()).status(200);
  }

  @Test
  void deletingFilesDeletesNoneThatTheRequestNamesElsewhere() {
    Stored mine = world.withDocument(world.store(Kind.OWNED));
    Stored others = world.withDocument(world.store(Kind.OWNED));
    String documents = "/" + AccessWorld.PROPERTY + "/documents";
    String location =
        "%s/%s%s/%s".formatted(others.type(), others.osid(), documents, others.document());
    byte[] names =
        "[\"%s\",\"%s\"]".formatted(location, others.document()).getBytes(StandardCharsets.UTF_8);

    owner.send("DELETE", AccessWorld.path(mine) + documents, "application/json", names).status(400);
    Answer deleted = owner.delete(AccessWorld.path(mine) + documents);

    assertEquals(1, deleted.status(200).json().get("deleted").intValue());
    owner.get("/api/v1/" + location).status(200);
    for (String path : List.of("/api/v1/files/delete", "/api/v1/files", "/files/" + location)) {
      int status = owner.send("POST", path, "application/json", names).http().statusCode();
      assertTrue(status == 404 || status == 405, path + " " + status);
    }
  }

  /** Together, and once copied, they are larger than the 256 MB of all services. */
  @Test
  void largeFilesPassWithoutStandingInMemory() {
    byte[] content = new byte[LARGE];
    new Random(7).nextBytes(content);
    String documents = AccessWorld.path(world.store(Kind.OWNED)) + "/papers/documents";

    List<String> locations =
        atOnce(
            IntStream.range(0, 3)
                .mapToObj(i -> (Callable<String>) () -> upload(documents, i, content))
                .toList());

    for (String location : locations) {
      Answer head = owner.send("HEAD", "/api/v1/" + location, null, new byte[0]).status(200);
      assertEquals(Integer.toString(LARGE), head.header("content-length"));
    }
    atOnce(
            locations.stream()
                .map(location -> (Callable<Answer>) () -> owner.get("/api/v1/" + location))
                .toList())
        .forEach(read -> assertArrayEquals(content, read.status(200).http().body()));
    assertEquals(3, owner.delete(documents).status(200).json().get("deleted").intValue());
  }

  private String upload(String documents, int i, byte[] content) {
    return owner
        .upload(documents, i + ".bin", "application/octet-stream", content)
        .status(200)
        .json()
        .at("/documentLocations/0")
        .textValue();
  }

  @Test
  void revocationShowsHoweverTheCredentialIsWritten() {
    Stored signed = world.store(Kind.OWNED);
    String credential = owner.get(AccessWorld.path(signed)).json().get("_osSignedData").textValue();
    assertTrue(verified(credential));

    owner.post(AccessWorld.path(signed) + "/revoke", "").status(200);

    String reordered = reversed(Json.read(credential)).toString();
    assertNotEquals(credential, reordered);
    for (String written : List.of(credential, reordered, reordered.replace(",", " ,\n "))) {
      JsonNode answer = verify(written);
      assertFalse(answer.get("verified").booleanValue(), written);
      assertTrue(answer.get("checks").toString().contains("\"revoked\""), answer.toString());
    }
  }

  @Test
  void anUnknownCheckOfACredentialIsNotTakenForValid() {
    ObjectNode request = (ObjectNode) Json.read(new Samples(number).sign());
    JsonNode plain = admin.post("/utils/sign", request.toString()).result();
    ((ObjectNode) request.get("credentialTemplate"))
        .putObject("credentialStatus")
        .put("id", "https://other.example/status/1#7")
        .put("type", "StatusList2021Entry");
    JsonNode status = admin.post("/utils/sign", request.toString()).result();
    ObjectNode foreign = plain.deepCopy();
    ((ObjectNode) foreign.get("proof")).put("verificationMethod", "did:web:other.example#key-1");

    assertTrue(verified(plain.toString()));
    assertFalse(verified(status.toString()), "a status that nobody can read");
    assertFalse(verified(foreign.toString()), "an issuer that nobody knows");
    assertFalse(verified("{}"));
  }

  @Test
  void nothingThatACallerNamesIsFetched() throws IOException {
    Queue<String> fetched = new ConcurrentLinkedQueue<>();
    HttpServer elsewhere =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    elsewhere.createContext(
        "/",
        exchange -> {
          fetched.add(exchange.getRequestURI().toString());
          exchange.sendResponseHeaders(404, -1);
          exchange.close();
        });
    elsewhere.start();
    try {
      String address = "http://127.0.0.1:" + elsewhere.getAddress().getPort();
      schemasThatName(address);
      credentialsThatName(address);
      requestsThatName(address);
    } finally {
      elsewhere.stop(0);
    }
    assertEquals(List.of(), List.copyOf(fetched));
  }

  private void schemasThatName(String address) {
    String type = "Fetching" + number;
    String reference = "{\"properties\": {\"x\": {\"$ref\": \"%s/a.json#/definitions/X\"}}}";
    String plugin =
        """
        {"type": "object", "properties": {"x": {"type": "string"}},
         "_osConfig": {"attestationPolicies": [{"name": "p", "attestorPlugin": "%s/p",
           "attestationProperties": {"x": "$.x"}}]}}
        """;
    for (String definition : List.of(reference, plugin)) {
      String request = Samples.schema(type, "PUBLISHED", definition.formatted(address));
      admin.post("/api/v1/Schema", request).failed(400, "schema.document.invalid");
    }
    String rendered =
        """
        {"type": "object", "properties": {"x": {"type": "string"}},
         "_osConfig": {"credentialTemplate": {
           "@context": ["https://www.w3.org/2018/credentials/v1", "%1$s/context.json"],
           "type": ["VerifiableCredential"], "credentialSubject": {"x": "{{x}}"}}}}
        """
            .formatted(address);
    String certificate =
        """
        {"type": "object", "_osConfig": {"certificateTemplates": {"html": "%s/c.html"}}}
        """
            .formatted(address);
    admin
        .post("/api/v1/Schema", Samples.schema(type, "PUBLISHED", certificate))
        .failed(422, "schema.certificate.unknown");
    Answer published = admin.post("/api/v1/Schema", Samples.schema(type, "PUBLISHED", rendered));
    Answer refused =
        published.http().statusCode() == 200
            ? owner.post("/api/v1/" + type, "{\"x\": \"1\"}")
            : published;
    assertTrue(List.of(400, 422).contains(refused.http().statusCode()), refused.message());
    assertEquals(
        List.of("context.unknown"), refused.result().at("/violations").findValuesAsText("rule"));
  }

  private void credentialsThatName(String address) {
    ObjectNode request = (ObjectNode) Json.read(new Samples(number).sign());
    JsonNode signed = admin.post("/utils/sign", request.toString()).status(200).result();
    request.withArray("/credentialTemplate/@context").add(address + "/context.json");
    admin.post("/utils/sign", request.toString()).status(400);
    ObjectNode elsewhere = signed.deepCopy();
    elsewhere.withArray("/@context").add(address + "/context.json");
    elsewhere.putObject("credentialStatus").put("id", address + "/status").put("type", "Any");
    assertFalse(verified(elsewhere.toString()));
    String did = "did:web:" + address.substring("http://".length()).replace(":", "%3A");
    ObjectNode foreign = signed.deepCopy();
    foreign.put("issuer", did);
    ((ObjectNode) foreign.get("proof")).put("verificationMethod", did + "#key-1");
    assertFalse(verified(foreign.toString()));
  }

  private void requestsThatName(String address) {
    Stored stored = world.store(Kind.OWNED);
    ObjectNode send = (ObjectNode) Json.read(world.attestation(stored));
    for (String member : List.of("callback", "callbackUrl", "sourceEntity", "attestorPlugin")) {
      send.put(member, address + "/" + member);
    }
    owner.post("/api/v1/send", send.toString());
    owner.get(AccessWorld.path(stored), "accept", "text/html", "template", address + "/t.html");
    owner.post(AccessWorld.path(stored) + "/revoke", send.toString());
    nobody.get(AccessWorld.path(stored), "x-forwarded-host", address, "referer", address);
  }

  private String create(String type, String body) {
    return owner
        .post("/api/v1/" + type, body)
        .status(200)
        .result()
        .at("/%s/osid".formatted(type))
        .textValue();
  }

  private boolean verified(String credential) {
    return verify(credential).get("verified").booleanValue();
  }

  @Test
  void aRefusedWriteLeavesTheCredentialOfTheSameIdAsItIs() {
    OwnType type =
        OwnType.publish(
            admin,
            "Numbered",
            "{\"type\": \"object\", \"required\": [\"number\"], \"properties\": {\"number\":"
                + " {\"type\": \"string\"}, \"name\": {\"type\": \"string\"}}}",
            """
            {"roles": [], "enableLogin": false, "uniqueIndexFields": ["number"],
             "credentialTemplate": {
               "@context": ["https://www.w3.org/2018/credentials/v1"], "id": "urn:x:{{number}}",
               "type": ["VerifiableCredential"],
               "credentialSubject": {"type": "Pupil", "name": "{{name}}"}}}
            """);
    String numbered = "{\"number\": \"%s\", \"name\": \"%s\"}";
    String first = type.path(type.create(numbered.formatted(number, "Ada")));
    String other = type.path(type.create(numbered.formatted(number + "b", "Eve")));
    String former = signedData(first);

    for (int i = 0; i < 3; i++) {
      admin.post(type.path(), numbered.formatted(number, "Eve")).status(409);
      admin.put(other, numbered.formatted(number, "Eve")).status(409);
      admin.put(first, numbered.formatted(number, "Ada " + i)).status(200);
    }

    Eventually.isTrue(() -> !verified(former));
    assertTrue(verified(signedData(first)));
    assertTrue(verified(signedData(other)));
    JsonNode found = nobody.get("/api/v1/verify/urn:x:" + number).status(200).json();
    assertTrue(found.get("verified").booleanValue(), found::toString);
  }

  private String signedData(String path) {
    return admin.get(path).json().get("_osSignedData").textValue();
  }

  private JsonNode verify(String credential) {
    return nobody
        .post("/api/v1/verify", "{\"signedCredentials\":%s}".formatted(credential))
        .status(200)
        .json();
  }

  private static JsonNode reversed(JsonNode node) {
    if (!node.isObject()) {
      return node;
    }
    ObjectNode reversed = Json.object();
    List.copyOf(node.properties())
        .reversed()
        .forEach(member -> reversed.set(member.getKey(), reversed(member.getValue())));
    return reversed;
  }

  private static <T> List<T> atOnce(List<Callable<T>> requests) {
    try (ExecutorService threads = Executors.newFixedThreadPool(requests.size())) {
      List<T> answers = new ArrayList<>();
      for (Future<T> answer : threads.invokeAll(requests)) {
        answers.add(answer.get());
      }
      return answers;
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }
}
