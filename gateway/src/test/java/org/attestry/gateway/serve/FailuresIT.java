package org.attestry.gateway.serve;

import static org.attestry.contracts.registry.EntityOperations.CREATE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.READ_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.REVOKE_CREDENTIAL;
import static org.attestry.gateway.GatewayServer.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.EntityView;
import org.attestry.gateway.GatewayServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailuresIT {

  @AutoClose private static GatewayServer gateway;
  private static String token;

  @BeforeAll
  static void start() {
    gateway = new GatewayServer(Map.of("MAX_BODY_BYTES", "10000", "REQUEST_TIMEOUT", "PT2S"));
    token = gateway.identity().tokenOf("user-1");
    gateway.services().answer(CREATE_ENTITY, new EntityReceipt("Teacher", "t-1", 1));
  }

  @BeforeEach
  void forget() {
    gateway.services().forget();
  }

  @ParameterizedTest
  @CsvSource({
    "INVALID, 400",
    "UNAUTHENTICATED, 401",
    "FORBIDDEN, 403",
    "NOT_FOUND, 404",
    "NOT_ACCEPTABLE, 406",
    "CONFLICT, 409",
    "GONE, 410",
    "STALE, 412",
    "TOO_LARGE, 413",
    "UNSUPPORTED, 415",
    "OUT_OF_RANGE, 416",
    "UNPROCESSABLE, 422",
    "RATE_LIMITED, 429",
    "UNAVAILABLE, 503",
    "TIMEOUT, 504",
    "INTERNAL, 500"
  })
  void respondsToAFailureOfTheServiceWithAnEnvelope(FailureKind kind, int status) {
    readsFail(Failure.of(kind, "registry.some.code", "Do something else."));

    HttpResponse<String> response = gateway.get("/api/v1/Teacher/t-1", token);

    assertEquals(status, response.statusCode());
    JsonObject envelope = json(response);
    assertEquals("attestry.registry.read", envelope.getString("id"));
    assertEquals("ERROR", envelope.getString("responseCode"));
    JsonObject params = envelope.getJsonObject("params");
    assertEquals("UNSUCCESSFUL", params.getString("status"));
    assertEquals("registry.some.code", params.getString("err"));
    assertEquals("Do something else.", params.getString("errmsg"));
    assertFalse(envelope.containsKey("result"));
    assertEquals(status == 401, response.headers().firstValue("www-authenticate").isPresent());
    assertEquals(
        status == 503 || status == 429, response.headers().firstValue("retry-after").isPresent());
  }

  @Test
  void listsViolationsInTheResult() {
    readsFail(
        new Failure(
            FailureKind.INVALID,
            "registry.entity.invalid",
            "Correct the entity.",
            List.of(new Violation("/name", "required", "The name is missing."))));

    JsonObject result = json(gateway.get("/api/v1/Teacher/t-1", token)).getJsonObject("result");

    assertEquals(
        new JsonObject()
            .put("pointer", "/name")
            .put("rule", "required")
            .put("message", "The name is missing."),
        result.getJsonArray("violations").getJsonObject(0));
  }

  @Test
  void listsViolationsInAProblemToo() {
    Violation missing = new Violation("/name", "required", "The name is missing.");
    readsFail(new Failure(FailureKind.INVALID, "registry.x", "Correct it.", List.of(missing)));

    JsonObject problem =
        json(
            gateway
                .request("GET", "/api/v1/Teacher/t-1")
                .header("accept", "application/json, Application/Problem+JSON;q=0.5")
                .send());

    assertEquals("/name", problem.getJsonArray("violations").getJsonObject(0).getString("pointer"));
  }

  @Test
  void respondsWithAnEnvelopeToAClientThatRefusesProblems() {
    HttpResponse<String> response =
        gateway
            .request("GET", "/nowhere")
            .header("accept", "application/problem+json;q=0, */*")
            .send();

    assertEquals("UNSUCCESSFUL", json(response).getJsonObject("params").getString("status"));
  }

  @Test
  void respondsWithAProblemToAClientThatAcceptsOne() {
    readsFail(Failure.of(FailureKind.CONFLICT, "registry.some.conflict", "Try another name."));

    HttpResponse<String> response =
        gateway
            .request("GET", "/api/v1/Teacher/t-1")
            .header("accept", "application/problem+json")
            .header("x-request-id", "my-id")
            .send();

    assertEquals(409, response.statusCode());
    assertEquals(
        "application/problem+json", response.headers().firstValue("content-type").orElseThrow());
    assertEquals(
        new JsonObject()
            .put("type", "urn:attestry:problem:registry.some.conflict")
            .put("title", "Conflict")
            .put("status", 409)
            .put("detail", "Try another name.")
            .put("code", "registry.some.conflict")
            .put("requestId", "my-id"),
        json(response));
  }

  static Stream<Arguments> failuresOfTheGateway() {
    String large = "\"" + "x".repeat(20_000) + "\"";
    String one = "/api/v1/Teacher/t-1";
    return Stream.of(
        arguments(400, "json.malformed", creation().json("{")),
        arguments(400, "gateway.path", gateway.request("GET", "/api/v1/Teacher/a%00b")),
        arguments(400, "gateway.query", gateway.request("PUT", one + "/a?send=so").json("1")),
        arguments(401, "gateway.token.invalid", gateway.request("GET", "/health").token("bad")),
        arguments(404, "gateway.path.unknown", gateway.request("GET", "/nowhere")),
        arguments(405, "gateway.method-not-allowed", gateway.request("PATCH", one)),
        arguments(
            412,
            "gateway.if-match",
            gateway.request("PUT", one).header("if-match", "\"old\"").json("{}")),
        arguments(413, "gateway.body.too-large", creation().json(large)),
        arguments(415, "gateway.content-type", creation().header("content-type", "text/plain")),
        arguments(
            415,
            "gateway.content-encoding",
            creation().header("content-encoding", "gzip").json("{}")),
        arguments(503, "bus.unavailable", gateway.request("GET", "/api/v1/Schema")));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("failuresOfTheGateway")
  void respondsWithEachFailureOfItsOwnAsAProblemToo(
      int status, String code, GatewayServer.Request request) {
    HttpResponse<String> response = request.header("accept", "application/problem+json").send();

    assertEquals(status, response.statusCode());
    assertEquals(
        Optional.of("application/problem+json"), response.headers().firstValue("content-type"));
    JsonObject problem = json(response);
    assertEquals(status, problem.getInteger("status"));
    assertEquals(code, problem.getString("code"));
    assertEquals("urn:attestry:problem:" + code, problem.getString("type"));
    assertFalse(problem.getString("detail").isBlank());
  }

  private static GatewayServer.Request creation() {
    return gateway.request("POST", "/api/v1/Teacher");
  }

  @Test
  void respondsToASecondRevokeAsTheInterfaceLists() {
    gateway
        .services()
        .handle(
            REVOKE_CREDENTIAL,
            (request, context) ->
                Future.failedFuture(
                    FailureException.of(
                        FailureKind.CONFLICT,
                        "registry.credential.already-revoked",
                        "Credential is already revoked")));

    HttpResponse<String> response =
        gateway.request("POST", "/api/v1/Teacher/t-1/revoke").token(token).send();

    assertEquals(500, response.statusCode());
    assertEquals("attestry.utils.revoke", json(response).getString("id"));
    assertEquals("OK", json(response).getString("responseCode"));
    JsonObject params = json(response).getJsonObject("params");
    assertEquals("UNSUCCESSFUL", params.getString("status"));
    assertEquals("Credential is already revoked", params.getString("errmsg"));
  }

  @Test
  void respondsUnavailableWhenNoServiceIsThere() {
    HttpResponse<String> response = gateway.get("/api/v1/Schema", token);

    assertEquals(503, response.statusCode());
    assertEquals("1", response.headers().firstValue("retry-after").orElseThrow());
  }

  @Test
  void respondsTimeoutWhenTheServiceIsTooSlow() {
    gateway.services().handle(READ_ENTITY, (request, context) -> Future.future(never -> {}));

    assertEquals(504, gateway.get("/api/v1/Teacher/t-1", token).statusCode());
  }

  @Test
  void revealsNothingOfAnInternalFailure() {
    gateway
        .services()
        .handle(
            READ_ENTITY,
            (request, context) -> {
              throw new IllegalStateException("secret detail at db.internal:5432");
            });

    HttpResponse<String> response = gateway.get("/api/v1/Teacher/t-1", token);

    assertEquals(500, response.statusCode());
    assertFalse(response.body().contains("secret"));
    assertFalse(response.body().contains("5432"));
  }

  @Test
  void namesTheServiceAsItsSettingRequires() {
    try (GatewayServer named = new GatewayServer(Map.of("SERVICE_ID", "school"))) {
      named.services().answer(CREATE_ENTITY, new EntityReceipt("Teacher", "t-1", 1));
      assertEquals("school.registry.read", json(named.get("/nowhere", null)).getString("id"));
      assertEquals("school.registry.health", json(named.get("/health", null)).getString("id"));
      assertEquals(
          "school.registry.create",
          json(named.post("/api/v1/Teacher", null, "{}")).getString("id"));
      assertEquals(
          "school.utils.revoke",
          json(named.request("POST", "/api/v1/Teacher/t-1/revoke").token("bad").send())
              .getString("id"));
    }
  }

  @Test
  void respondsToAnUnknownPathWithAnEnvelope() {
    HttpResponse<String> response = gateway.get("/nowhere", null);

    assertEquals(404, response.statusCode());
    assertEquals("gateway.path.unknown", json(response).getJsonObject("params").getString("err"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PATCH | /api/v1/Teacher/t-1 | DELETE, GET, HEAD, OPTIONS, PUT",
        "GET | /utils/sign | OPTIONS, POST",
        "HEAD | /utils/sign | OPTIONS, POST",
        "DELETE | /health | GET, HEAD, OPTIONS",
        "GET | /api/v1/Teacher/t-1/name | OPTIONS, POST, PUT",
        "TRACE | /api/v1/Schema | GET, HEAD, OPTIONS, POST",
        "PUT | /api/v1/Teacher/search | GET, HEAD, OPTIONS, POST",
        "GET | /api/v1/Teacher/invite | OPTIONS, POST",
        "PUT | /api/v1/templates/t-1 | DELETE, GET, HEAD, OPTIONS",
        "POST | /api/v1/contexts/c-1 | DELETE, GET, HEAD, OPTIONS",
        "DELETE | /api/v1/RevokedCredential/r-1 | GET, HEAD, OPTIONS",
        "GET | /api/v1/send | OPTIONS, POST"
      })
  void namesTheMethodsThatAPathTakes(String method, String path, String allowed) {
    HttpResponse<String> response = gateway.request(method, path).token(token).send();

    assertEquals(405, response.statusCode());
    assertEquals(allowed, response.headers().firstValue("allow").orElseThrow());
    if (!method.equals("HEAD")) {
      assertEquals("UNSUCCESSFUL", json(response).getJsonObject("params").getString("status"));
    }
  }

  @Test
  void optionsListTheMethodsOfAPathAndOpenItToNoOtherOrigin() {
    HttpResponse<String> response =
        gateway
            .request("OPTIONS", "/api/v1/Teacher/t-1")
            .header("origin", "https://other.example")
            .header("access-control-request-method", "PUT")
            .send();

    assertEquals(204, response.statusCode());
    assertEquals(
        "DELETE, GET, HEAD, OPTIONS, PUT", response.headers().firstValue("allow").orElseThrow());
    assertTrue(
        response.headers().map().keySet().stream()
            .noneMatch(name -> name.startsWith("access-control")));
    assertEquals(404, gateway.request("OPTIONS", "/nowhere").send().statusCode());
  }

  @Test
  void respondsToHeadAsToGetWithoutTheBody() {
    gateway.services().answer(READ_ENTITY, new EntityView(JsonBytes.of("{\"a\":1}"), 7, null));

    HttpResponse<String> head = gateway.request("HEAD", "/api/v1/Teacher/t-1").token(token).send();

    assertEquals(200, head.statusCode());
    assertEquals("", head.body());
    assertEquals(Optional.of("\"7\""), head.headers().firstValue("etag"));
    assertEquals(Optional.of("application/json"), head.headers().firstValue("content-type"));
    assertEquals(
        401, gateway.request("HEAD", "/api/v1/Teacher/t-1").token("bad").send().statusCode());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "{\"a\":1,\"a\":2}",
        "{}, \"type\":\"Other\"",
        "{} {}",
        "nul",
        "[1,]",
        "NaN"
      })
  void refusesWhatIsNotOneJsonValue(String body) {
    HttpResponse<String> response = gateway.post("/api/v1/Teacher", token, body);

    assertEquals(400, response.statusCode());
    assertEquals("json.malformed", json(response).getJsonObject("params").getString("err"));
    assertEquals(0, gateway.services().requestCount());
  }

  @Test
  void namesThePlaceWhereABodyIsNotJson() {
    HttpResponse<String> response = gateway.post("/api/v1/Teacher", token, "{\n  \"a\": x\n}");

    assertTrue(response.body().contains("line 2, column"), response.body());
  }

  @Test
  void refusesJsonInOtherEncodings() {
    byte[] utf16 = "{\"a\": 1}".getBytes(StandardCharsets.UTF_16LE);

    HttpResponse<String> response =
        gateway
            .request("POST", "/api/v1/Teacher")
            .token(token)
            .header("content-type", "application/json")
            .body(BodyPublishers.ofByteArray(utf16))
            .send();

    assertEquals(400, response.statusCode());
  }

  @Test
  void refusesADeepBody() {
    String deep = "[".repeat(70) + "]".repeat(70);

    assertEquals(413, gateway.post("/api/v1/Teacher", token, deep).statusCode());
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data"})
  void takesJsonAsJsonOnly(String contentType) {
    HttpResponse<String> response =
        gateway
            .request("POST", "/api/v1/Teacher")
            .token(token)
            .header("content-type", contentType)
            .body(BodyPublishers.ofString("{}"))
            .send();

    assertEquals(415, response.statusCode());
  }

  /** One operation for each way in which a body is read. */
  @ParameterizedTest
  @CsvSource({
    "POST, /api/v1/Teacher, application/json",
    "PUT, /api/v1/Teacher/t-1/name, application/json",
    "POST, /api/v1/Teacher/claims/c-1/withdraw, application/json",
    "POST, /api/v1/Teacher/import, text/csv",
    "POST, /api/v1/Teacher/t-1/photo/documents, multipart/form-data; boundary=x",
    "PUT, /api/v1/Teacher/t-1/photo/documents/d-1, multipart/form-data; boundary=x",
    "POST, /api/v1/verify, application/x-ndjson",
    "POST, /api/v1/RevokedCredential/import, application/x-ndjson",
    "POST, /verify, application/x-www-form-urlencoded"
  })
  void takesNoBodyInAContentCoding(String method, String path, String contentType)
      throws IOException {
    for (String coding : List.of("gzip", "identity, deflate", "BR")) {
      HttpResponse<String> response = coded(method, path, contentType, coding);

      assertEquals(415, response.statusCode(), coding);
      assertEquals(
          "gateway.content-encoding", json(response).getJsonObject("params").getString("err"));
      assertEquals(Optional.of("identity"), response.headers().firstValue("accept-encoding"));
    }
    assertEquals(0, gateway.services().requestCount());
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "Identity", "", "identity, identity"})
  void takesABodyThatIsSentAsItIs(String coding) throws IOException {
    HttpResponse<String> response = coded("POST", "/api/v1/Teacher", "application/json", coding);

    assertEquals(200, response.statusCode(), response.body());
  }

  private static HttpResponse<String> coded(
      String method, String path, String contentType, String coding) throws IOException {
    return gateway
        .request(method, path)
        .token(token)
        .header("accept", "application/json")
        .header("content-type", contentType)
        .header("content-encoding", coding)
        .body(BodyPublishers.ofByteArray(coding.contains("gzip") ? gzipped() : "{}".getBytes()))
        .send();
  }

  private static byte[] gzipped() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write("{}".getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text/csv | 406",
        "text/html | 504",
        "application/json;q=0 | 406",
        "application/json; Q=0.00 | 406",
        "image/png, text/css | 406",
        "image/png, text/* | 504",
        "application/json | 504",
        "text/html, */*;q=0.1 | 504",
        "application/* | 504"
      })
  void respondsOnlyInFormsThatTheClientAccepts(String accept, int status) {
    gateway.services().handle(READ_ENTITY, (request, context) -> timeout());

    HttpResponse<String> response =
        gateway.request("GET", "/api/v1/Teacher/t-1").header("accept", accept).send();

    assertEquals(status, response.statusCode());
  }

  @Test
  void readsAllThatAClientAcceptsFromSeveralFields() {
    gateway.services().handle(READ_ENTITY, (request, context) -> timeout());

    HttpResponse<String> response =
        gateway
            .request("GET", "/api/v1/Teacher/t-1")
            .header("accept", "text/html")
            .header("accept", "application/json")
            .send();

    assertEquals(504, response.statusCode());
  }

  @Test
  void refusesALargeBodyByItsDeclaredLength() {
    HttpResponse<String> response =
        gateway.post("/api/v1/Teacher", token, "\"" + "x".repeat(20_000) + "\"");

    assertEquals(413, response.statusCode());
    assertEquals(200, gateway.post("/api/v1/Teacher", token, "{}").statusCode());
  }

  @Test
  void refusesALargeBodyOfUnknownLength() {
    byte[] body = ("\"" + "x".repeat(20_000) + "\"").getBytes(StandardCharsets.US_ASCII);

    HttpResponse<String> response =
        gateway
            .request("POST", "/api/v1/Teacher")
            .token(token)
            .header("content-type", "application/json")
            .body(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)))
            .send();

    assertEquals(413, response.statusCode());
  }

  @Test
  void givesEveryResponseAnIdAndSafeHeaders() {
    for (String path : List.of("/nowhere", "/health", "/api/v1/Teacher/t-1")) {
      HttpResponse<String> own = gateway.request("GET", path).header("x-request-id", "a-1").send();
      HttpResponse<String> made =
          gateway.request("GET", path).header("x-request-id", "bad id <script>").send();

      assertEquals(List.of("a-1"), own.headers().allValues("x-request-id"));
      assertTrue(made.headers().firstValue("x-request-id").orElseThrow().matches("[0-9a-f-]{36}"));
      assertEquals("nosniff", own.headers().firstValue("x-content-type-options").orElseThrow());
      assertEquals("no-store", own.headers().firstValue("cache-control").orElseThrow());
      assertTrue(own.headers().firstValue("access-control-allow-origin").isEmpty());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "OPTIONS, /api/v1/Teacher/t-1, 204",
    "PATCH, /api/v1/Teacher/t-1, 405",
    "POST, /api/v1/Teacher, 415",
    "GET, /api/v1/Teacher/a%00b, 400",
    "GET, /api/docs/x, 404",
    "GET, /api/docs/, 200"
  })
  void responsesOfEveryKindHaveARequestId(String method, String path, int status) {
    HttpResponse<String> own = gateway.request(method, path).header("x-request-id", "a-3").send();

    assertEquals(status, own.statusCode());
    assertEquals(List.of("a-3"), own.headers().allValues("x-request-id"));
    assertEquals(
        1, gateway.request(method, path).send().headers().allValues("x-request-id").size());
  }

  @Test
  void handsTheRequestIdAndTheTraceToTheService() {
    String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    gateway
        .request("POST", "/api/v1/Teacher")
        .header("x-request-id", "a-2")
        .header("traceparent", trace)
        .json("{}")
        .send();

    var context = gateway.services().next().context();
    assertEquals("a-2", context.requestId());
    assertEquals(trace, context.traceparent());
  }

  @Test
  void respondsToNonsenseThatIsNotHttp() throws IOException {
    try (Socket socket = new Socket("127.0.0.1", gateway.port())) {
      socket.getOutputStream().write("GET /health HTTP/9.9 nonsense\r\n\r\n".getBytes());
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertTrue(answer.startsWith("HTTP/1.0 400 "), answer);
      assertTrue(answer.contains("\r\nx-request-id: "), answer);
      assertTrue(answer.contains("UNSUCCESSFUL"), answer);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "OPTIONS * HTTP/1.1, 404",
    "CONNECT x:1 HTTP/1.1, 404",
    "GET health HTTP/1.1, 404",
  })
  void respondsToATargetThatIsNoPath(String line, int status) throws IOException {
    assertFailsInAnEnvelope(line + "\r\nhost: x\r\nconnection: close\r\n\r\n", status);
  }

  @Test
  void respondsToARequestWithoutHost() throws IOException {
    String answer =
        assertFailsInAnEnvelope("GET /health HTTP/1.1\r\nconnection: close\r\n\r\n", 400);

    assertTrue(answer.contains("gateway.host"), answer);
  }

  private static String assertFailsInAnEnvelope(String request, int status) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", gateway.port())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertTrue(answer.startsWith("HTTP/1.1 " + status), answer);
      assertTrue(answer.contains("\r\nx-request-id: "), answer);
      assertTrue(answer.contains("UNSUCCESSFUL"), answer);
      return answer;
    }
  }

  private static void readsFail(Failure failure) {
    gateway
        .services()
        .handle(READ_ENTITY, (request, context) -> Future.failedFuture(failure.exception()));
  }

  private static <T> Future<T> timeout() {
    FailureException late = FailureException.of(FailureKind.TIMEOUT, "late", "Late.");
    return Future.failedFuture(late);
  }
}
