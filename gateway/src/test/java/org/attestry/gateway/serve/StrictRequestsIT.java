package org.attestry.gateway.serve;

import static org.attestry.contracts.claims.ClaimsOperations.ATTEST_CLAIM;
import static org.attestry.contracts.credential.CredentialOperations.SIGN_CREDENTIAL;
import static org.attestry.contracts.registry.EntityOperations.CHANGE_PROPERTY;
import static org.attestry.contracts.registry.EntityOperations.CREATE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.READ_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.REVOKE_CREDENTIAL;
import static org.attestry.gateway.GatewayServer.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import org.attestry.contracts.Done;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.claims.ClaimsOperations.AttestedClaim;
import org.attestry.contracts.credential.CredentialOperations.SignedCredential;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.EntityView;
import org.attestry.gateway.GatewayServer;
import org.attestry.gateway.RawClient;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an operation does not know is refused, never passed over. */
class StrictRequestsIT {

  private static final String ONE = "/api/v1/Teacher/t-1";

  @AutoClose private static GatewayServer gateway;
  private static String token;

  @BeforeAll
  static void start() {
    gateway = new GatewayServer();
    token = gateway.identity().tokenOf("user-1", "admin");
    gateway
        .services()
        .answer(READ_ENTITY, new EntityView(JsonBytes.of("{}"), 1, null))
        .answer(CREATE_ENTITY, new EntityReceipt("Teacher", "t-1", 1))
        .answer(CHANGE_PROPERTY, new EntityReceipt("Teacher", "t-1", 2))
        .answer(SIGN_CREDENTIAL, new SignedCredential(JsonBytes.of("{}")))
        .answer(ATTEST_CLAIM, new AttestedClaim("c-1", null, null));
  }

  @BeforeEach
  void forget() {
    gateway.services().forget();
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /api/v1/Teacher/t-1?mode=ack",
    "POST, /api/v1/Teacher?mode=async",
    "POST, /api/v1/Teacher?callback=http://x",
    "POST, /api/v1/Teacher?send=true",
    "PUT, /api/v1/Teacher/t-1?send=true",
    "POST, /api/v1/Teacher/t-1/name?send=true",
    "PUT, /api/v1/Teacher/t-1/name?Send=true",
    "PUT, /api/v1/Teacher/t-1/name?send=true&x=1",
    "GET, /api/v1/Teacher/t-1?=x",
    "GET, /api/v1/Teacher/t-1?_",
    "GET, /api/v1/Teacher/t-1?a=1;b=2",
    "GET, /api/v1/Teacher?limit=1&limit=2",
    "GET, /health?x",
    "GET, /api/docs/swagger.json?x=1",
    "DELETE, /api/v1/Teacher/t-1?force=true"
  })
  void refusesQueryParametersThatTheOperationDoesNotKnowOrGetsTwice(String method, String path) {
    HttpResponse<String> response = gateway.request(method, path).token(token).json("{}").send();

    assertEquals(400, response.statusCode());
    assertEquals("gateway.query", json(response).getJsonObject("params").getString("err"));
    assertEquals(0, gateway.services().requestCount());
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /api/v1/templates?name=a%00",
    "GET, /api/v1/Teacher/claims?entityId=%00",
    "PUT, /api/v1/Teacher/t-1/name?policy=a%00b"
  })
  void refusesNulInQueryParameters(String method, String path) {
    HttpResponse<String> response = gateway.request(method, path).token(token).json("1").send();

    assertEquals(400, response.statusCode());
    assertTrue(response.body().contains("has a NUL character; leave it out."), response.body());
    assertEquals(0, gateway.services().requestCount());
  }

  @ParameterizedTest
  @ValueSource(strings = {"%D9%A3", "%EF%BC%93", "+3", "-1", "1.0", "99999999999"})
  void refusesNumbersThatAreNotWrittenInDigits(String limit) {
    HttpResponse<String> response = gateway.get("/api/v1/Teacher?limit=" + limit, token);

    assertEquals(400, response.statusCode());
    assertTrue(response.body().contains("'limit' must be a whole number"), response.body());
    assertEquals(0, gateway.services().requestCount());
  }

  @Test
  void namesTheQueryParametersThatAreKnown() {
    HttpResponse<String> known = gateway.put(ONE + "/name?mode=x", token, "1");
    HttpResponse<String> none = gateway.get(ONE + "?mode=x", token);

    assertTrue(known.body().contains("'mode' is not known here; known are send, policy."));
    assertTrue(none.body().contains("'mode' is not known here; there is none."));
    assertEquals(200, gateway.put(ONE + "/name?send=true&policy=p", token, "1").statusCode());
  }

  @Test
  void refusesAHeaderThatWouldChooseAView() {
    HttpResponse<String> response =
        gateway.request("GET", ONE).header("viewTemplateId", "short").send();

    assertEquals(400, response.statusCode());
    assertTrue(response.body().contains("viewTemplateId"), response.body());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/api/v1/Teacher/claims/c-1/attest | {'action':'GRANT_CLAIM','attestedData':{}} |"
            + " /attestedData",
        "/api/v1/send | {'entityName':'a','entityId':'b','name':'c','x/y':1} | /x~1y",
        "/api/v1/verify | {'signedCredentials':{},'mode':1} | /mode",
        "/utils/sign | {'data':{},'credentialTemplate':{},'issuer':'x'} | /issuer",
        "/utils/sign | {'data':{},'credentialTemplate':{},'id':'x'} | /id",
        "/utils/sign | {'request':{'data':{},'credentialTemplate':{},'x':1}} | /x",
        "/utils/sign | {'request':{'data':{},'credentialTemplate':{}},'data':{}} | /request",
        "/api/v1/Schema | {'name':'A','schema':'{}','osid':'x'} | /osid"
      })
  void refusesBodyMembersThatTheOperationDoesNotKnow(String path, String body, String pointer) {
    HttpResponse<String> response = gateway.post(path, token, body.replace('\'', '"'));

    assertEquals(400, response.statusCode(), response.body());
    JsonObject violation =
        json(response).getJsonObject("result").getJsonArray("violations").getJsonObject(0);
    assertEquals(pointer, violation.getString("pointer"));
    assertEquals(0, gateway.services().requestCount());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DELETE | /api/v1/Schema/s-1 | {'reason':'lost'}",
        "DELETE | /api/v1/Teacher/t-1 | {'force':true}",
        "GET | /api/v1/Teacher | nonsense"
      })
  void refusesABodyWhereTheOperationTakesNone(String method, String path, String body) {
    HttpResponse<String> response =
        gateway.request(method, path).token(token).json(body.replace('\'', '"')).send();

    assertEquals(400, response.statusCode(), response.body());
    assertEquals("gateway.body.unknown", json(response).getJsonObject("params").getString("err"));
    assertEquals(0, gateway.services().requestCount());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", " { }\n"})
  void anEmptyObjectIsNoBody(String body) {
    gateway.services().answer(REVOKE_CREDENTIAL, Done.DONE);

    String path = "/api/v1/Teacher/t-1/revoke";
    assertEquals(200, gateway.request("POST", path).token(token).json(body).send().statusCode());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "[]", "null", "'x'", "true"})
  void refusesToSignDataThatIsNoObject(String data) {
    String plain = "{'data':%s,'credentialTemplate':{}}".formatted(data);
    for (String body : List.of(plain, "{'request':%s}".formatted(plain))) {
      HttpResponse<String> response = gateway.post("/utils/sign", token, body.replace('\'', '"'));

      assertEquals(400, response.statusCode(), response.body());
      JsonObject violation =
          json(response).getJsonObject("result").getJsonArray("violations").getJsonObject(0);
      assertEquals("/data", violation.getString("pointer"));
    }
    assertEquals(0, gateway.services().requestCount());
  }

  @Test
  void takesTheWrappedFormOfASigningRequest() {
    String body =
        "{'id':'x','ver':'1.0','ets':1,'params':{},'request':{'data':{},'credentialTemplate':{}}}";

    assertEquals(200, gateway.post("/utils/sign", token, body.replace('\'', '"')).statusCode());
  }

  @Test
  void responseToManyUnknownMembersIsBounded() {
    StringBuilder body = new StringBuilder("{\"action\":\"GRANT_CLAIM\"");
    for (int i = 0; i < 9_000; i++) {
      body.append(",\"member").append(i).append("\":1");
    }

    HttpResponse<String> response =
        gateway.post("/api/v1/Teacher/claims/c-1/attest", token, body + "}");

    assertEquals(400, response.statusCode());
    JsonObject result = json(response).getJsonObject("result");
    assertEquals(100, result.getJsonArray("violations").size());
    assertEquals(8_900, result.getInteger("moreViolations"));
    assertTrue(response.body().length() < 50_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e400", "-1e-99999"})
  void refusesNumbersBeyondTheLimitsInBodiesOfAFixedShape(String number) {
    String body = "{\"data\":{\"n\":" + number + "},\"credentialTemplate\":{}}";

    int status = gateway.post("/utils/sign", token, body).statusCode();

    assertTrue(status == 400 || status == 413, "" + status);
  }

  @Test
  void refusesAcceptHeadersWithTooManyEntries() {
    String many = "a/b,".repeat(8_000) + "application/json";

    assertEquals(400, gateway.request("GET", ONE).header("accept", many).send().statusCode());
    assertEquals(
        200,
        gateway
            .request("GET", ONE)
            .header("accept", "a/b,".repeat(50) + "application/json")
            .send()
            .statusCode());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET http://x/nowhere HTTP/1.1\r\nhost: x",
        "GET http://x HTTP/1.1\r\nhost: x",
        "GET x:y@z HTTP/1.1\r\nhost: x",
        "GET /api/v1/Teacher/%E0%A4%A HTTP/1.1\r\nhost: x",
        "GET /api/v1/Teacher/%00 HTTP/1.1\r\nhost: x",
        "GET /api/v1/Teacher/t-1?%E0%A4%A HTTP/1.1\r\nhost: x",
        "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nhost: x",
        "GET //// HTTP/1.1\r\nhost: x",
        "GET ? HTTP/1.1\r\nhost: x",
        "GET # HTTP/1.1\r\nhost: x",
        "CONNECT x:443 HTTP/1.1\r\nhost: x",
        "CONNECT / HTTP/1.1\r\nhost: x",
        "TRACE /api/v1/Schema HTTP/1.1\r\nhost: x",
        "BREW /api/v1/Schema HTTP/1.1\r\nhost: x",
        "PROPFIND / HTTP/1.1\r\nhost: x",
        "OPTIONS * HTTP/1.1\r\nhost: x",
        "OPTIONS /nowhere HTTP/1.1\r\nhost: x",
        "HEAD /nowhere HTTP/1.1\r\nhost: x",
        "GET /api/v1/Schema HTTP/1.1\r\nhost: a b",
        "GET /nowhere HTTP/1.1\r\nhost: x:99999",
        "GET /nowhere HTTP/1.1\r\nhost: [::1",
        "GET /nowhere HTTP/1.1\r\nhost:",
        "GET /api/v1/Teacher/t-1 HTTP/1.1\r\nhost: x\r\nexpect: a-wonder",
        "GET /api/v1/Teacher/t-1 HTTP/1.1\r\n"
            + "host: x\r\n"
            + "expect: 100-continue\r\n"
            + "expect: 100-continue",
        "GET /nowhere HTTP/1.1\r\n"
            + "host: x\r\n"
            + "connection: upgrade\r\n"
            + "upgrade: h2c\r\n"
            + "http2-settings: A",
        "GET /nowhere HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
            + "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13",
        "GET /api/v1/Teacher/t-1 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer",
        "GET /api/v1/Teacher/t-1 HTTP/1.1\r\n"
            + "host: x\r\n"
            + "authorization: Bearer a\r\n"
            + "authorization: b"
      })
  void respondsToStrangeRequestsWithAClientError(String head) throws IOException {
    String answer = RawClient.exchange(gateway.port(), head + "\r\nconnection: close\r\n\r\n");

    assertTrue(answer.matches("(?s)HTTP/1\\.[01] 4\\d\\d .*"), answer);
    assertTrue(head.startsWith("HEAD") || answer.contains("UNSUCCESSFUL"), answer);
    assertEquals(200, gateway.get(ONE, null).statusCode());
  }

  @Test
  void neitherWaitsForNorHidesAnExpectedContinue() throws IOException {
    String head =
        "POST /api/v1/Teacher HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
            + "expect: 100-Continue\r\ncontent-length: %d\r\n\r\n";
    try (RawClient client = new RawClient(gateway.port())) {
      client.write(head.formatted(2)).readUntil("HTTP/1.1 100 Continue\r\n\r\n");
      assertTrue(client.write("{}").readUntil("SUCCESSFUL").startsWith("HTTP/1.1 200 "));
    }
    try (RawClient client = new RawClient(gateway.port())) {
      String answer = client.write(head.formatted(2_000_000)).readUntil("UNSUCCESSFUL");
      assertTrue(answer.startsWith("HTTP/1.1 413 "), answer);
    }
  }

  @Test
  void respondsToManyHeadersAndLongOnes() {
    var request = gateway.request("GET", ONE).header("cookie", "a=b; ".repeat(4_000));
    for (String name : List.of("prefer", "if-none-match", "x-forwarded-for", "traceparent")) {
      request.header(name, ",".repeat(1_000));
    }

    HttpResponse<String> response = request.send();

    assertEquals(200, response.statusCode());
    assertFalse(response.body().contains("cookie"));
  }

  @Test
  void anAnonymousCallersIdempotencyKeyIsThatOfItsAddressAndItsBody() throws IOException {
    String first = keyOf("127.0.0.2", "{\"a\":1}");

    assertEquals(first, keyOf("127.0.0.2", "{\"a\":1}"));
    assertFalse(first.equals(keyOf("127.0.0.3", "{\"a\":1}")));
    assertFalse(first.equals(keyOf("127.0.0.2", "{\"a\":2}")));
    assertFalse(first.contains("k-1"));
    gateway
        .request("POST", "/api/v1/Teacher")
        .header("idempotency-key", "k-1")
        .token(token)
        .json("{}")
        .send();
    assertEquals("k-1", gateway.services().next().context().idempotencyKey());
  }

  private static String keyOf(String from, String body) throws IOException {
    try (RawClient client = new RawClient(gateway.port(), from)) {
      client.write(
          "POST /api/v1/Teacher HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
              + "idempotency-key: k-1\r\ncontent-length: %d\r\n\r\n%s"
                  .formatted(body.length(), body));
      client.readUntil("SUCCESSFUL");
    }
    return gateway.services().next().context().idempotencyKey();
  }
}
