package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What holds for every operation: the envelope and its operation's name, the statuses and what goes
 * with each, problems for clients that ask for them, request ids, unknown paths and wrong methods,
 * the texts that clients know from elsewhere, the health of the suite, and that nothing but a
 * bearer token says who somebody is. That every refusal of every operation has this form is tried
 * in {@link AccessMatrixAcceptanceTest}; statuses that a healthy suite does not answer (429, 500,
 * 503, 504) in the gateway's own tests.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BasicsAcceptanceTest {

  private static final String UNKNOWN = "019aa000-0000-7000-8000-000000000000";

  private final Endpoints suite = RunningSuite.shared();
  private final Samples samples = Samples.fresh();
  private final String club = "Club" + samples.unique();
  private final Client nobody = Client.withoutToken(suite);
  private Client admin;
  private String id;

  @BeforeAll
  void publish() {
    JsonNode token = new IdentityProvider(suite).clientCredentials();
    admin = Client.withToken(suite, token.get("access_token").textValue());
    admin
        .post("/api/v1/Schema", samples.clubSchema(club, "PUBLISHED"))
        .succeeded("registry.create");
    id = create("first");
  }

  @Test
  void everyEnvelopeNamesItsOperation() {
    String one = "/api/v1/" + club + "/" + id;
    admin.post("/api/v1/" + club, name("second")).succeeded("registry.create");
    admin.post("/api/v1/" + club + "/invite", "{}").succeeded("registry.invite");
    admin.put(one, name("first")).succeeded("registry.update");
    admin.post("/utils/sign", samples.sign()).succeeded("utils.sign");
    nobody.get("/health").succeeded("registry.health");
    assertEquals("attestry.registry.read", id(nobody.get(one)));
    assertEquals("attestry.registry.search", id(nobody.post("/api/v1/" + club + "/search", "{}")));
    assertEquals("attestry.registry.delete", id(nobody.delete(one)));
    assertEquals("attestry.registry.send", id(nobody.post("/api/v1/send", "{}")));
    assertEquals(
        "attestry.registry.attest",
        id(nobody.post("/api/v1/" + club + "/claims/" + UNKNOWN + "/attest", "{}")));
    assertEquals("attestry.utils.verify", id(nobody.post("/api/v1/verify", "{}")));
    assertEquals("attestry.utils.revoke", id(nobody.post(one + "/revoke", "{}")));
  }

  @Test
  void failuresListTheirViolations() {
    Answer refused = admin.post("/api/v1/" + club, "{\"name\": 7}");

    refused.failed(400, "registry.entity.invalid");
    JsonNode violation = refused.result().at("/violations/0");
    assertEquals("/name", violation.get("pointer").textValue());
    assertEquals("type", violation.get("rule").textValue());
    assertFalse(violation.get("message").textValue().isBlank());
    assertEquals("ERROR", refused.json().get("responseCode").textValue());
  }

  @Test
  void aClientThatAcceptsProblemsGetsThem() {
    String accept = "application/problem+json";
    for (Answer answer :
        List.of(
            admin.get("/api/v1/" + club + "/" + UNKNOWN, "accept", accept),
            nobody.get("/nowhere", "accept", accept),
            nobody.get("/api/v1/" + club + "/" + id, "accept", accept))) {
      JsonNode problem = answer.json();
      assertEquals(accept, answer.header("content-type"));
      assertEquals(answer.http().statusCode(), problem.get("status").intValue());
      assertTrue(problem.get("type").textValue().endsWith(problem.get("code").textValue()));
      assertEquals(answer.header("x-request-id"), problem.get("requestId").textValue());
      assertFalse(problem.get("detail").textValue().isBlank());
      assertFalse(problem.has("params"));
    }
  }

  @Test
  void aRequestWithoutANeededTokenIsUnauthorized() {
    Answer none = nobody.get("/api/v1/" + club + "/" + id).status(401);
    Answer bad = Client.withToken(suite, "bad").get("/api/v1/" + club + "/" + id).status(401);

    assertEquals("Bearer realm=\"attestry\"", none.header("www-authenticate"));
    assertEquals(
        "Bearer realm=\"attestry\", error=\"invalid_token\"", bad.header("www-authenticate"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PATCH | /api/v1/{club}/{id} | DELETE, GET, HEAD, OPTIONS, PUT",
        "DELETE | /api/v1/{club} | GET, HEAD, OPTIONS, POST",
        "PUT | /utils/sign | OPTIONS, POST",
        "POST | /health | GET, HEAD, OPTIONS",
        "POST | /api/docs/swagger.json | GET, HEAD, OPTIONS"
      })
  void theResponseToAWrongMethodListsTheRightOnes(String method, String path, String allowed) {
    Answer answer = admin.send(method, filled(path), null, new byte[0]);

    answer.failed(405, "gateway.method-not-allowed");
    assertEquals(allowed, answer.header("allow"));
  }

  @Test
  void optionsListsTheMethodsAndOpensNothingToOtherOrigins() {
    Answer answer =
        nobody.send(
            "OPTIONS",
            filled("/api/v1/{club}/{id}"),
            null,
            new byte[0],
            "origin",
            "https://other.example",
            "access-control-request-method",
            "PUT");

    answer.status(204);
    assertEquals("DELETE, GET, HEAD, OPTIONS, PUT", answer.header("allow"));
    assertNull(answer.header("access-control-allow-origin"));
    assertNull(
        admin
            .get(filled("/api/v1/{club}/{id}"), "origin", "https://other.example")
            .header("access-control-allow-origin"));
  }

  @Test
  void headHasTheResponseOfGetWithoutTheBody() {
    for (String path :
        List.of(filled("/api/v1/{club}/{id}"), "/health", "/api/docs/swagger.json")) {
      Answer get = admin.get(path).status(200);
      Answer head = admin.send("HEAD", path, null, new byte[0]).status(200);

      assertArrayEquals(new byte[0], head.http().body());
      assertEquals(get.header("content-type"), head.header("content-type"));
      assertEquals(get.header("etag"), head.header("etag"));
    }
    assertEquals(
        401,
        nobody.send("HEAD", filled("/api/v1/{club}/{id}"), null, new byte[0]).http().statusCode());
  }

  @Test
  void headOfAFileSendsNoneOfIt() {
    String documents = filled("/api/v1/{club}/{id}/name/documents");
    String location =
        admin
            .upload(documents, "a.txt", "text/plain", new byte[100_000])
            .json()
            .at("/documentLocations/0")
            .textValue();
    String path = "/api/v1/" + location;

    Answer head = admin.send("HEAD", path, null, new byte[0]).status(200);

    assertArrayEquals(new byte[0], head.http().body());
    assertEquals("100000", head.header("content-length"));
    assertTrue(head.header("content-disposition").startsWith("attachment"));
    assertEquals(100_000, admin.get(path).status(200).http().body().length);
  }

  @Test
  void onlyWhatIsAcceptedIsSent() {
    String path = filled("/api/v1/{club}/{id}");
    admin.get(path, "accept", "image/png").failed(406, "gateway.accept");
    admin.get(path, "accept", "image/png, */*;q=0.1").status(200);
  }

  @Test
  void bodiesAreJsonAndNotTooLarge() {
    byte[] json = name("third").getBytes(StandardCharsets.UTF_8);
    String path = "/api/v1/" + club;
    admin.send("POST", path, "text/plain", json).failed(415, "gateway.content-type");
    admin.send("POST", path, null, json).failed(415, "gateway.content-type");
    admin.post(path, "{\"name\":").failed(400, "json.malformed");
    byte[] large = name("x".repeat(2_000_000)).getBytes(StandardCharsets.UTF_8);
    admin.send("POST", path, "application/json", large).failed(413, "gateway.body.too-large");
  }

  @Test
  void aStaleVersionAndAConflictHaveDifferentStatuses() {
    String path = "/api/v1/" + club + "/" + create("versions");
    admin.put(path, name("versions"), "if-match", "\"1\"").status(200);
    assertEquals(412, admin.put(path, name("versions"), "if-match", "\"99\"").http().statusCode());
    assertEquals(409, admin.post("/api/v1/" + club, name("versions")).http().statusCode());
  }

  @Test
  void everyResponseCarriesARequestId() {
    for (String path : List.of("/nowhere", "/health", filled("/api/v1/{club}/{id}"))) {
      assertEquals("given-1", nobody.get(path, "x-request-id", "given-1").header("x-request-id"));
      UUID.fromString(nobody.get(path).header("x-request-id"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/nowhere", "/api", "/api/v2/Teacher", "/api/v1/", "/metrics", "/api/docs"})
  void unknownPathsGetAnEnvelope(String path) {
    admin.get(path).failed(404, "gateway.path.unknown");
  }

  @Test
  void managementIsNotPublishedWithTheApi() {
    assertNotEquals(port(suite.gateway()), port(suite.management()));
    for (String path : List.of("/metrics", "/health/ready", "/health/live")) {
      assertEquals(404, nobody.get(path).http().statusCode(), path);
    }
  }

  /** Null where a suite does not publish it at all. */
  private static Integer port(String address) {
    return address == null ? null : Integer.valueOf(URI.create(address).getPort());
  }

  @Test
  void textsThatClientsKnowAreKept() {
    Answer type = admin.get("/api/v1/Nothing" + samples.unique() + "/" + UNKNOWN).status(404);
    assertEquals("Schema 'Nothing%s' not found".formatted(samples.unique()), type.message());

    String gone = create("gone");
    Answer deleted = admin.delete("/api/v1/" + club + "/" + gone).status(200);
    assertEquals(0, deleted.http().body().length);
    Answer read = admin.get("/api/v1/" + club + "/" + gone).status(404);
    assertEquals("entity status is inactive", read.message());

    Answer refused = member().delete("/api/v1/" + club + "/" + id);
    refused.failed(403, "registry.access.denied");
    assertEquals("User is not allowed to perform the operation on this entity", refused.message());
  }

  /** Somebody with a token and without a right to what others made. */
  private Client member() {
    String people = "Member" + samples.unique();
    String name = "member-" + samples.unique();
    admin.post("/api/v1/Schema", Samples.people(people)).status(200);
    nobody.post("/api/v1/" + people + "/invite", name(name)).status(200);
    JsonNode token = new IdentityProvider(suite).password(name, suite.defaultPassword());
    return Client.withToken(suite, token.get("access_token").textValue());
  }

  @Test
  void healthListsItsChecks() {
    JsonNode health = nobody.get("/health").succeeded("registry.health").result();

    assertEquals("gateway", health.get("name").textValue());
    assertTrue(health.get("healthy").booleanValue());
    assertTrue(health.get("checks").size() >= 3);
    for (JsonNode check : health.get("checks")) {
      assertTrue(check.get("healthy").booleanValue(), check.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/{club}/{id}.json",
        "/api/v1/{club}/{id}/search",
        "/api/v1/{club}/{id}/verify",
        "/api/v1/{club}/verify",
        "/api/v1/{club}/search",
        "/api/v1/{club}.json",
        "/api/v1/{club}/{id}/swagger.json",
        "/api/v1/{club}/{id};x=/api/docs/swagger.json",
        "/api/v1/{club}/{id}?x=/api/docs/swagger.json",
        "//api/v1/{club}/{id}",
        "/api//v1/{club}/{id}",
        "/api/v1//{club}/{id}",
        "/api/v1/{club}//{id}",
        "/health/../api/v1/{club}/{id}",
        "/api/docs/../v1/{club}/{id}",
        "/api/docs/%2e%2e/v1/{club}/{id}",
        "/api/docs/..%2fv1%2f{club}%2f{id}",
        "/api/v1/{club}%2f{id}",
        "/API/V1/{club}/{id}",
        "/api/v1/{club}/{id}%00",
        "/api/v1/{club}/{id}/"
      })
  void noPathSkipsAuthentication(String template) {
    String path = filled(template);
    for (String authorization : List.of("", "authorization: Bearer bad\r\n")) {
      String answer = raw("GET " + path + " HTTP/1.1\r\nhost: x\r\n" + authorization);
      assertTrue(answer.matches("(?s)HTTP/1.1 (400|401|404|405) .*"), path + "\n" + answer);
      assertFalse(answer.contains("\"first\""), path);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cookie: session=%s; JSESSIONID=%s; KEYCLOAK_SESSION=%s",
        "x-auth-token: %s",
        "x-authenticated-user-token: %s",
        "x-forwarded-user: admin",
        "x-user-id: admin",
        "proxy-authorization: Bearer %s",
        "authorization: Basic YWRtaW46YWRtaW4="
      })
  void nothingButABearerTokenAuthenticates(String header) {
    String token = new IdentityProvider(suite).clientCredentials().get("access_token").textValue();
    String request =
        "GET %s HTTP/1.1\r\nhost: x\r\n%s\r\n"
            .formatted(filled("/api/v1/{club}/{id}"), header.replace("%s", token));

    assertTrue(raw(request).startsWith("HTTP/1.1 401 "));
    assertEquals(
        400,
        nobody.get(filled("/api/v1/{club}/{id}") + "?access_token=" + token).http().statusCode());
  }

  private static String id(Answer answer) {
    return answer.json().get("id").textValue();
  }

  private static String name(String name) {
    return ((ObjectNode) Json.read("{}")).put("name", name).toString();
  }

  private String create(String name) {
    Answer created = admin.post("/api/v1/" + club, name(name)).status(200);
    return created.result().at("/" + club + "/osid").textValue();
  }

  private String filled(String path) {
    return path.replace("{club}", club).replace("{id}", id);
  }

  /** A request as it is written, which no client library would send so. */
  private String raw(String head) {
    URI gateway = URI.create(suite.gateway());
    try (Socket socket = new Socket(gateway.getHost(), gateway.getPort())) {
      socket.setSoTimeout(10_000);
      socket
          .getOutputStream()
          .write((head + "connection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
