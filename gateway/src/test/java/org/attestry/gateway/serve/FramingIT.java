package org.attestry.gateway.serve;

import static org.attestry.contracts.registry.EntityOperations.CREATE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.READ_ENTITY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.util.stream.Stream;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.EntityView;
import org.attestry.gateway.GatewayServer;
import org.attestry.gateway.RawClient;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What two servers could read in two ways is refused, and the connection is closed. */
class FramingIT {

  private static final String GET = "GET /api/v1/Teacher/t-1 HTTP/1.1\r\nhost: x\r\n";
  private static final String POST =
      "POST /api/v1/Teacher HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
  private static final String CHUNKED = POST + "transfer-encoding: chunked\r\n\r\n";
  private static final String ONE_BYTE_IN_MUCH_FRAMING = "1;" + "a".repeat(4_000) + "\r\n \r\n";

  @AutoClose private static GatewayServer gateway;

  @BeforeAll
  static void start() {
    gateway = new GatewayServer();
    gateway
        .services()
        .answer(READ_ENTITY, new EntityView(JsonBytes.of("{}"), 1, null))
        .answer(CREATE_ENTITY, new EntityReceipt("Teacher", "t-1", 1));
  }

  @BeforeEach
  void forget() {
    gateway.services().forget();
  }

  static Stream<Arguments> brokenHeads() {
    String te = "transfer-encoding: chunked\r\n";
    String body = "\r\n2\r\n{}\r\n0\r\n\r\n";
    return Stream.of(
        arguments("TE with CL", POST + te + "content-length: 2\r\n" + body),
        arguments("CL with TE", POST + "content-length: 12\r\n" + te + body),
        arguments("TE twice", POST + te + te + body),
        arguments("TE list", POST + "transfer-encoding: chunked, chunked\r\n" + body),
        arguments("TE gzip", POST + "transfer-encoding: gzip, chunked\r\n" + body),
        arguments("TE unknown", POST + "transfer-encoding: xchunked\r\n" + body),
        arguments("TE identity", POST + "transfer-encoding: identity\r\n\r\n"),
        arguments("TE in HTTP/1.0", (POST + te + body).replace("HTTP/1.1", "HTTP/1.0")),
        arguments("two CL", POST + "content-length: 2\r\ncontent-length: 3\r\n\r\n{}"),
        arguments("same CL twice", POST + "content-length: 2\r\ncontent-length: 2\r\n\r\n{}"),
        arguments("CL list", POST + "content-length: 2, 2\r\n\r\n{}"),
        arguments("CL sign", POST + "content-length: +2\r\n\r\n{}"),
        arguments("CL negative", POST + "content-length: -2\r\n\r\n{}"),
        arguments("CL hex", POST + "content-length: 0x2\r\n\r\n{}"),
        arguments("CL empty", POST + "content-length:\r\n\r\n{}"),
        arguments("CL overflow", POST + "content-length: 99999999999999999999\r\n\r\n{}"),
        arguments("two hosts", GET + "host: y\r\n\r\n"),
        arguments("same host twice", GET + "Host: x\r\n\r\n"),
        arguments("no name", GET + ": x\r\n\r\n"),
        arguments("space before colon", GET + "a : x\r\n\r\n"),
        arguments("TE and space", POST + "transfer-encoding : chunked\r\n" + body),
        arguments("no colon", GET + "abc\r\n\r\n"),
        arguments("fold", GET + "a: b\r\n c\r\n\r\n"),
        arguments("fold with tab", GET + "a: b\r\n\tc\r\n\r\n"),
        arguments("first line folded", "GET / HTTP/1.1\r\n host: x\r\n\r\n"),
        arguments("bare LF", GET + "a: b\nc: d\r\n\r\n"),
        arguments("bare LF at the end", "GET / HTTP/1.1\nhost: x\n\n"),
        arguments("bare CR", GET + "a: b\rc: d\r\n\r\n"),
        arguments("CR CR LF", GET + "a: b\r\r\n\r\n"),
        arguments("NUL in a value", GET + "a: b\0c\r\n\r\n"),
        arguments("NUL in a name", GET + "a\0: b\r\n\r\n"),
        arguments("control character", GET + "a: b\u0001\r\n\r\n"),
        arguments("letter beyond ASCII in a name", GET + "\u00e4: b\r\n\r\n"),
        arguments("two spaces", "GET  / HTTP/1.1\r\nhost: x\r\n\r\n"),
        arguments("tab", "GET\t/ HTTP/1.1\r\nhost: x\r\n\r\n"),
        arguments("no version", "GET /\r\nhost: x\r\n\r\n"),
        arguments("HTTP/1.2", "GET / HTTP/1.2\r\nhost: x\r\n\r\n"),
        arguments("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        arguments("HTTP/0.9", "GET / HTTP/0.9\r\n\r\n"),
        arguments("lower case", "GET / http/1.1\r\nhost: x\r\n\r\n"),
        arguments("letter beyond ASCII in the target", "GET /\u00e4 HTTP/1.1\r\nhost: x\r\n\r\n"),
        arguments("no method", " / HTTP/1.1\r\nhost: x\r\n\r\n"),
        arguments("method", "G@T / HTTP/1.1\r\nhost: x\r\n\r\n"),
        arguments("long method", "A".repeat(33) + " / HTTP/1.1\r\nhost: x\r\n\r\n"),
        arguments("blank lines", "\r\n\r\n\r\n" + GET + "\r\n"),
        arguments("draft", GET + "sec-websocket-key1: 1\r\nsec-websocket-key2: 2\r\n\r\n"),
        arguments("TLS", "\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003\r\n"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("brokenHeads")
  void refusesABrokenHeadAndClosesTheConnection(String what, String request) throws IOException {
    String answer = RawClient.exchange(gateway.port(), request + GET + "\r\n");

    assertRefused(answer);
    assertEquals(0, gateway.services().requestCount());
    assertStillServes();
  }

  static Stream<Arguments> brokenBodies() {
    return Stream.of(
        arguments("overflow to 2", CHUNKED + "100000002\r\n{}\r\n0\r\n\r\n"),
        arguments("overflow of 64 bits", CHUNKED + "10000000000000002\r\n{}\r\n0\r\n\r\n"),
        arguments("negative", CHUNKED + "-2\r\n{}\r\n0\r\n\r\n"),
        arguments("negative in 32 bits", CHUNKED + "fffffffe\r\n{}\r\n0\r\n\r\n"),
        arguments("prefix", CHUNKED + "0x2\r\n{}\r\n0\r\n\r\n"),
        arguments("not hexadecimal", CHUNKED + "z\r\n{}\r\n0\r\n\r\n"),
        arguments("no size", CHUNKED + "\r\n{}\r\n0\r\n\r\n"),
        arguments("space before the size", CHUNKED + " 2\r\n{}\r\n0\r\n\r\n"),
        arguments("space after the size", CHUNKED + "2 \r\n{}\r\n0\r\n\r\n"),
        arguments("bare LF", CHUNKED + "2\n{}\r\n0\r\n\r\n"),
        arguments("bare LF in an extension", CHUNKED + "2;a\nb\r\n{}\r\n0\r\n\r\n"),
        arguments("NUL in an extension", CHUNKED + "2;a\0\r\n{}\r\n0\r\n\r\n"),
        arguments("longer than it says", CHUNKED + "1\r\n{}\r\n0\r\n\r\n"),
        arguments("shorter than it says", CHUNKED + "2\r\n{\r\n0\r\n\r\n"),
        arguments("long extension", CHUNKED + "2;" + "a".repeat(5_000) + "\r\n{}\r\n0\r\n\r\n"),
        arguments("far more framing than content", CHUNKED + ONE_BYTE_IN_MUCH_FRAMING.repeat(10)),
        arguments("trailer", CHUNKED + "2\r\n{}\r\n0\r\na b\r\n\r\n"),
        arguments("CL in a trailer", CHUNKED + "2\r\n{}\r\n0\r\ncontent-length: 5\r\n\r\n"),
        arguments("TE in a trailer", CHUNKED + "2\r\n{}\r\n0\r\ntransfer-encoding: x\r\n\r\n"),
        arguments("bare LF at the end", CHUNKED + "2\r\n{}\r\n0\r\n\n"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("brokenBodies")
  void refusesABrokenBodyAndClosesTheConnection(String what, String request) throws IOException {
    String answer = RawClient.exchange(gateway.port(), request + GET + "\r\n");

    assertRefused(answer);
    assertEquals(0, gateway.services().requestCount());
    assertStillServes();
  }

  /** Of costly requests, an address has sixteen at once. */
  @Test
  void aRequestWhoseBodyIsBrokenIsOverAtOnce() throws IOException {
    String verify = "POST /api/v1/verify HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
    for (int request = 0; request < 20; request++) {
      String broken = verify + "transfer-encoding: chunked\r\n\r\n1\r\n{\r\nzz\r\n";
      assertRefused(RawClient.exchange(gateway.port(), broken));
    }
    String honest = verify + "content-length: 0\r\nconnection: close\r\n\r\n";
    String answer = RawClient.exchange(gateway.port(), honest);
    assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
  }

  /** Sent in one go, so that the second body breaks while the first request is worked on. */
  @Test
  void brokenBodyDoesNotEndTheRequestBeforeIt() throws IOException {
    String whole = CHUNKED + "2\r\n{}\r\n0\r\n\r\n";

    String answer = RawClient.exchange(gateway.port(), whole + CHUNKED + "z\r\n{}\r\n");

    assertEquals(2, responses(answer).length, answer);
    assertTrue(responses(answer)[0].startsWith("HTTP/1.1 200 "), answer);
    assertRefused(responses(answer)[1]);
    assertEquals(1, gateway.services().requestCount());
    assertStillServes();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2\r\n{}\r\n0\r\n\r\n",
        "02\r\n{}\r\n000\r\n\r\n",
        "2;a\r\n{}\r\n0;b=c\r\n\r\n",
        "2 ; a = \"x;y\" \r\n{}\r\n0\r\n\r\n",
        "1\r\n{\r\n1;last\r\n}\r\n0\r\nexpires: never\r\n\r\n"
      })
  void readsLegalChunksWithAndWithoutExtensions(String body) throws IOException {
    try (RawClient client = new RawClient(gateway.port())) {
      String answer = client.write(CHUNKED + body).readUntil("SUCCESSFUL");
      client.write(GET + "\r\n");

      assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
      assertTrue(client.readUntil("\r\n\r\n{}").contains("HTTP/1.1 200 "));
    }
  }

  @Test
  void readsLegalRequestsHoweverTheirBytesArrive() throws IOException {
    String both = "\r\n" + CHUNKED + "2;a\r\n{}\r\n0\r\na: b\r\n\r\n" + GET + "x:\t\u00e4 \r\n\r\n";
    try (RawClient client = new RawClient(gateway.port())) {
      for (char each : both.toCharArray()) {
        client.write(String.valueOf(each));
      }
      assertTrue(client.readUntil("SUCCESSFUL").startsWith("HTTP/1.1 200 "));
      client.readUntil("\r\n\r\n{}");
    }
    try (RawClient client = new RawClient(gateway.port())) {
      client.write(both);
      assertTrue(client.readUntil("SUCCESSFUL").startsWith("HTTP/1.1 200 "));
      client.readUntil("\r\n\r\n{}");
    }
  }

  @Test
  void respondsFirstToTheRequestsBeforeABrokenOne() throws IOException {
    String answer =
        RawClient.exchange(gateway.port(), GET + "\r\n" + GET + "\r\n" + GET + "a : b\r\n\r\n");

    String[] responses = responses(answer);
    assertEquals(3, responses.length, answer);
    assertTrue(responses[0].startsWith("HTTP/1.1 200 "), answer);
    assertTrue(responses[1].startsWith("HTTP/1.1 200 "), answer);
    assertTrue(responses[2].contains(" 400 "), answer);
  }

  @Test
  void respondsToABrokenBodyAfterTheRequestBeforeIt() throws IOException {
    String answer = RawClient.exchange(gateway.port(), GET + "\r\n" + CHUNKED + "zz\r\n");

    String[] responses = responses(answer);
    assertEquals(2, responses.length, answer);
    assertTrue(responses[0].startsWith("HTTP/1.1 200 "), answer);
    assertTrue(responses[1].startsWith("HTTP/1.1 400 "), answer);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"close", "keep-alive, close", "Close , TE", "keep-alive\r\nconnection: close"})
  void closesTheConnectionAfterTheLastRequest(String options) throws IOException {
    String answer = RawClient.exchange(gateway.port(), GET + "connection: " + options + "\r\n\r\n");

    assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
    assertTrue(answer.contains("connection: close"), answer);
    assertTrue(answer.endsWith("{}"), answer);
  }

  @Test
  void takesHttp10() throws IOException {
    String answer =
        RawClient.exchange(gateway.port(), "GET /api/v1/Teacher/t-1 HTTP/1.0\r\nhost: x\r\n\r\n");

    assertTrue(answer.contains(" 200 "), answer);
  }

  @Test
  void refusesHeadsThatAreTooLarge() throws IOException {
    String fields = "a: b\r\n".repeat(100);
    assertTooLarge(GET + fields + "\r\n");
    assertTooLarge(GET + "a: " + "b".repeat(40_000) + "\r\n\r\n");
    assertTooLarge("GET /" + "a".repeat(40_000) + " HTTP/1.1\r\nhost: x\r\n\r\n");
    assertTooLarge("A".repeat(200_000));
    assertStillServes();
  }

  private static void assertTooLarge(String request) throws IOException {
    try (RawClient client = new RawClient(gateway.port())) {
      String answer = client.write(request).readToEnd();
      assertTrue(answer.startsWith("HTTP/1.0 413 "), answer);
      assertTrue(answer.contains("gateway.header.too-large"), answer);
    }
  }

  private static void assertRefused(String answer) {
    assertTrue(answer.matches("(?s)HTTP/1\\.[01] 400 .*"), answer);
    assertTrue(answer.contains("gateway.request"), answer);
    assertEquals(1, responses(answer).length, answer);
  }

  private static String[] responses(String answer) {
    return answer.split("(?=HTTP/1\\.[01] \\d)");
  }

  private static void assertStillServes() {
    assertEquals(200, gateway.get("/api/v1/Teacher/t-1", null).statusCode());
    gateway.services().forget();
  }
}
