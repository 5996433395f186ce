package org.attestry.gateway.serve;

import static org.attestry.contracts.registry.EntityOperations.CHANGE_PROPERTY;
import static org.attestry.contracts.registry.EntityOperations.READ_ENTITY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.EntityOperations.ChangePropertyRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.EntityView;
import org.attestry.contracts.registry.EntityOperations.ReadEntityRequest;
import org.attestry.gateway.GatewayServer;
import org.attestry.gateway.RawClient;
import org.attestry.gateway.Services.ReceivedRequest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathTricksIT {

  @AutoClose private static GatewayServer gateway;
  private static String token;

  @BeforeAll
  static void start() {
    gateway = new GatewayServer();
    token = gateway.identity().tokenOf("user-1");
    gateway
        .services()
        .answer(READ_ENTITY, new EntityView(JsonBytes.of("{}"), 1, null))
        .answer(CHANGE_PROPERTY, new EntityReceipt("Teacher", "t-1", 2));
  }

  @BeforeEach
  void forget() {
    gateway.services().forget();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/Teacher/x.json",
        "/api/v1/Teacher/swagger.json",
        "/api/v1/Teacher/x/search",
        "/api/v1/Teacher/verify",
        "/api/v1/Teacher/x%2fsearch",
        "/api/v1/Teacher/..%2f..%2fhealth",
        "/api/v1/Teacher;a=b/x",
        "//api/v1/Teacher/x",
        "/health",
        "/api/docs/swagger.json",
        "/contexts/abc",
        "/api/v1/Teacher/x?x=/search"
      })
  void noPathSkipsTheCheckOfAToken(String path) {
    assertTrue(
        List.of(401, 404, 405).contains(gateway.get(path, "bad.token.here").statusCode()), path);
    assertEquals(0, gateway.services().requestCount(), path);
  }

  @ParameterizedTest
  @CsvSource({
    "/api/v1/Teacher/x.json, Teacher, x.json",
    "/api/v1/Teacher/..%2fStudent, Teacher, ../Student",
    "/api/v1/Teacher/..%2f..%2fStudent%2fy, Teacher, ../../Student/y",
    "/api/v1/Teacher/%252e%252e, Teacher, %2e%2e",
    "/api/v1/Teacher%2fx/y, Teacher/x, y",
    "/api/v1/Teacher/a+b, Teacher, a+b",
    "/api/v1/Teacher/%C3%A4, Teacher, ä",
    "/api/v1/Teacher/%EF%BF%BD%f0%9f%98%80, Teacher, \uFFFD\uD83D\uDE00",
    "/api/v1/TeacherX/y, TeacherX, y",
    "/api/v1/Teacher/..., Teacher, ...",
    "/api/v1/Teacher/.x, Teacher, .x"
  })
  void requestsExactlyTheTypeAndIdOfThePath(String path, String type, String id) {
    assertEquals(200, gateway.get(path, token).statusCode());

    assertEquals(new ReadEntityRequest(type, id), gateway.services().next().request());
  }

  /** A proxy may have matched the path before the segment is removed. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/Teacher/x/../y",
        "/api/v1/Student/../Teacher/x",
        "/api/v1/Teacher/%2e%2e/Teacher/x",
        "/api/v1/Teacher/.%2E/Teacher/x",
        "/api/v1/./Teacher/x",
        "/api/v1/%2e/Teacher/x",
        "/api/v1/Teacher/..",
        "/api/v1/Teacher/x/%2E",
        "/contexts/../api/v1/Teacher/x",
        "/api/docs/swagger.json/../../v1/Teacher/x",
        "/health/../api/v1/Teacher/x",
        "/./health"
      })
  void refusesDotSegments(String path) throws Exception {
    String request =
        "GET %s HTTP/1.1\r\nhost: x\r\nauthorization: Bearer %s\r\nconnection: close\r\n\r\n";

    String answer = RawClient.exchange(gateway.port(), request.formatted(path, token));

    assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
    assertTrue(answer.contains("gateway.path"), answer);
    assertEquals(0, gateway.services().requestCount());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/Teacher/%zz",
        "/api/v1/Teacher/a%00b",
        "/api/v1/Teacher/%0d%0a",
        "/api/v1/Teacher?limit=%",
        "/api/v1/Teacher?x=%zz",
        "/api/v1/Teacher/claims?%ff%f=1"
      })
  void refusesPathsAndQueriesThatAreNotProperlyEncoded(String path) throws Exception {
    try (var socket = new java.net.Socket("127.0.0.1", gateway.port())) {
      String request = "GET " + path + " HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes());
      String answer = new String(socket.getInputStream().readAllBytes());

      assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
      assertEquals(0, gateway.services().requestCount());
    }
  }

  /** Octets that are no UTF-8 would all become the same character, and so the same name. */
  @ParameterizedTest
  @CsvSource({
    "GET, /api/v1/%ff/x, gateway.path, the type",
    "GET, /api/v1/Teacher/%ff, gateway.path, the id",
    "GET, /api/v1/Teacher/a%c3, gateway.path, the id",
    "GET, /api/v1/Teacher/%c3%28, gateway.path, the id",
    "GET, /api/v1/Teacher/%c0%af, gateway.path, the id",
    "GET, /api/v1/Teacher/%ed%a0%80, gateway.path, the id",
    "GET, /api/v1/Teacher/x/%ff/documents, gateway.path, the property",
    "DELETE, /api/v1/Teacher/x/a/documents/%ff, gateway.path, the documentId",
    "PUT, /api/v1/Teacher/x/a/%ff/b, gateway.path, the property",
    "GET, /api/v1/templates?name=%ff, gateway.query, 'name'",
    "GET, /api/v1/templates?name=a&%ff=b, gateway.query, The name of a query parameter",
    "GET, /api/v1/Teacher/claims?status=OPEN&entityId=%c3, gateway.query, 'entityId'"
  })
  void namesThePartOfAPathOrQueryThatIsNoUtf8(String method, String path, String code, String named)
      throws Exception {
    String request =
        "%s %s HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 2\r\n"
            + "content-type: application/json\r\n\r\n{}";

    String answer = RawClient.exchange(gateway.port(), request.formatted(method, path));

    assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
    assertTrue(answer.contains(code), answer);
    assertTrue(answer.contains(named), answer);
    assertEquals(0, gateway.services().requestCount());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/v1/Teacher/", "/api/v1/Teacher/x/y/", "/api/v1/", "/api/v1"})
  void knowsNoPathWithAnEmptySegment(String path) {
    assertEquals(404, gateway.request("PUT", path).token(token).json("1").send().statusCode());
    assertEquals(0, gateway.services().requestCount());
  }

  @ParameterizedTest
  @CsvSource({"GET, /a, 15000", "PUT, /a, 15000", "POST, /a, 15000", "GET, a, 30000"})
  void refusesPathsThatAreTooLongToBeCompared(String method, String part, int times)
      throws Exception {
    String path = "/api/v1/Teacher/t-1/address" + part.repeat(times);
    String request = "%s %s HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";

    String answer = RawClient.exchange(gateway.port(), request.formatted(method, path));

    assertTrue(answer.startsWith("HTTP/1.1 413 "), answer);
    assertTrue(answer.contains("gateway.path.too-long"), answer);
    assertEquals(0, gateway.services().requestCount());
  }

  @Test
  void comparesAPathOfManySegmentsWithoutAStackThatGrows() {
    String path = "/api/v1/Teacher/t-1" + "/a".repeat(2_000);

    assertEquals(200, gateway.put(path, token, "1").statusCode());
  }

  @Test
  void keepsAnEncodedSlashInsideItsSegment() {
    gateway.put("/api/v1/Teacher/t-1/address/a%2Fb/city?send=true&policy=p", token, "\"x\"");

    ReceivedRequest received = gateway.services().next();
    assertEquals(
        new ChangePropertyRequest(
            "Teacher",
            "t-1",
            List.of("address", "a/b", "city"),
            JsonBytes.of("\"x\""),
            true,
            "p",
            null),
        received.request());
  }

  @Test
  void refusesAnUnclearSend() {
    assertEquals(
        400, gateway.put("/api/v1/Teacher/t-1/name?send=yes", token, "\"x\"").statusCode());
    assertEquals(0, gateway.services().requestCount());
  }
}
