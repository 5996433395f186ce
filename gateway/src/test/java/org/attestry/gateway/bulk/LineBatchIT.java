package org.attestry.gateway.bulk;

import static org.attestry.contracts.credential.CredentialOperations.SIGN_CREDENTIAL;
import static org.attestry.contracts.credential.CredentialOperations.VERIFY_CREDENTIAL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.SignedCredential;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.gateway.GatewayServer;
import org.attestry.gateway.RawClient;
import org.attestry.gateway.http.MediaTypes;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lines that are signed or verified one after the other. */
class LineBatchIT {

  private static final String HONEST = "{\"data\":{},\"credentialTemplate\":{\"n\":%d}}";
  private static final int AT_ONCE = 4;

  @AutoClose private static GatewayServer gateway;
  private static String token;

  @BeforeAll
  static void start() {
    gateway = new GatewayServer(Map.of("BULK_LINES", "50", "BULK_ROW_BYTES", "5000"));
    token = gateway.identity().tokenOf("anna");
  }

  @BeforeEach
  void services() {
    gateway.services().handle(SIGN_CREDENTIAL, LineBatchIT::sign);
    gateway
        .services()
        .handle(VERIFY_CREDENTIAL, (request, context) -> Future.succeededFuture(verified(request)));
    gateway.services().forget();
  }

  private static Future<SignedCredential> sign(SignCredentialRequest request, CallContext call) {
    return Future.succeededFuture(new SignedCredential(request.credentialTemplate()));
  }

  private static int number(SignCredentialRequest request) {
    return new JsonObject(request.credentialTemplate().text()).getInteger("n");
  }

  private static VerificationView verified(VerifyCredentialRequest request) {
    return new VerificationView(
        request.signedCredentials().text().contains("true"),
        List.of(new Check("proof", Status.OK, null)));
  }

  @Test
  void eachLineIsSignedAndAnsweredInItsOrder() {
    HttpResponse<String> response = sign(lines(30));

    assertEquals(200, response.statusCode());
    assertEquals(MediaTypes.NDJSON, response.headers().firstValue("content-type").orElseThrow());
    List<String> replies = response.body().lines().toList();
    assertEquals(30, replies.size());
    for (int line = 1; line <= replies.size(); line++) {
      JsonObject reply = new JsonObject(replies.get(line - 1));
      assertEquals(line, reply.getInteger("line"));
      assertEquals(line, reply.getJsonObject("credential").getInteger("n"));
    }
  }

  @Test
  void eachLineIsVerifiedAlsoWithoutAToken() {
    String body = "{\"signedCredentials\":{\"a\":true}}\n\n{\"signedCredentials\":{\"a\":1}}";
    for (String path : List.of("/api/v1/verify", "/utils/verify")) {
      HttpResponse<String> response = send(path, null, body);
      assertEquals(
          """
          {"line":1,"verified":true,"checks":[{"check":"proof","status":"OK"}]}
          {"line":3,"verified":false,"checks":[{"check":"proof","status":"OK"}]}
          """,
          response.body());
    }
  }

  @Test
  void aLineThatIsRefusedEndsNothing() {
    gateway
        .services()
        .handle(
            SIGN_CREDENTIAL,
            (request, call) ->
                request.credentialTemplate().text().contains("7")
                    ? Future.failedFuture(
                        FailureException.invalid(
                            "credential.template.invalid", "/x", "type", "No."))
                    : sign(request, call));
    String body =
        String.join(
            "\n",
            HONEST.formatted(1),
            "no json",
            "{\"data\":{}}",
            HONEST.formatted(7),
            "{\"data\":\"" + "x".repeat(5_000) + "\"}",
            "\"\ud83d\"",
            HONEST.formatted(2));

    HttpResponse<String> response = sign(body);

    List<String> codes =
        response
            .body()
            .lines()
            .map(JsonObject::new)
            .map(
                reply ->
                    reply.getInteger("line")
                        + " "
                        + reply.getJsonObject("error", new JsonObject()).getString("code"))
            .toList();
    assertEquals(
        List.of(
            "1 null",
            "2 json.malformed",
            "3 gateway.body.invalid",
            "4 credential.template.invalid",
            "5 gateway.line.too-large",
            "6 gateway.body.invalid",
            "7 null"),
        codes);
    assertTrue(response.body().contains("\"pointer\":\"/x\""), response.body());
    assertFalse(response.body().contains("The body"), response.body());
  }

  @Test
  void aBatchHasNoMoreLinesThanItMay() {
    Set<Integer> signed = new ConcurrentSkipListSet<>();
    gateway
        .services()
        .handle(
            SIGN_CREDENTIAL,
            (request, call) -> {
              signed.add(number(request));
              return sign(request, call);
            });
    HttpResponse<String> response = sign(lines(60));

    List<String> replies = response.body().lines().toList();
    assertEquals(51, replies.size());
    JsonObject last = new JsonObject(replies.getLast());
    assertEquals(51, last.getInteger("line"));
    assertEquals("gateway.lines.too-many", last.getJsonObject("error").getString("code"));
    assertEquals(IntStream.rangeClosed(1, 50).boxed().collect(Collectors.toSet()), signed);
  }

  @Test
  void theConnectionOfATooLongBatchServesTheNextRequest() throws IOException {
    String body = lines(60);
    try (RawClient client = new RawClient(gateway.port())) {
      for (int request = 0; request < 2; request++) {
        client.write(
            """
            POST /utils/sign HTTP/1.1\r
            host: a\r
            authorization: Bearer %s\r
            content-type: application/x-ndjson\r
            content-length: %d\r
            \r
            %s\
            """
                .formatted(token, body.length(), body));
        client.readUntil("gateway.lines.too-many");
        client.readUntil("\r\n0\r\n\r\n");
      }
    }
  }

  @Test
  void aReplyComesBeforeTheNextLineIsSent() throws IOException {
    try (RawClient client = new RawClient(gateway.port())) {
      client.write(
          """
          POST /utils/sign HTTP/1.1\r
          host: a\r
          authorization: Bearer %s\r
          content-type: application/x-ndjson\r
          transfer-encoding: chunked\r
          \r
          """
              .formatted(token));
      for (int n = 1; n <= 3; n++) {
        String line = HONEST.formatted(n) + "\n";
        client.write("%x\r\n%s\r\n".formatted(line.length(), line));
        client.readUntil("{\"line\":%d,\"credential\":{\"n\":%d}}".formatted(n, n));
      }
      client.write("0\r\n\r\n");
      client.readUntil("\r\n0\r\n\r\n");
    }
  }

  @Test
  void aFewLinesAreWorkedOnAtOnceAndNoMoreAreRead() {
    int first = 1_000;
    Queue<Promise<SignedCredential>> waiting = new ConcurrentLinkedQueue<>();
    AtomicInteger most = new AtomicInteger();
    gateway
        .services()
        .handle(
            SIGN_CREDENTIAL,
            (request, call) -> {
              if (number(request) < first) {
                return sign(request, call);
              }
              Promise<SignedCredential> signed = Promise.promise();
              waiting.add(signed);
              most.accumulateAndGet(waiting.size(), Math::max);
              gateway
                  .vertx()
                  .setTimer(
                      5,
                      done -> {
                        waiting.remove(signed);
                        signed.complete(new SignedCredential(JsonBytes.of("{}")));
                      });
              return signed.future();
            });

    assertEquals(40, sign(lines(first, 40)).body().lines().count());
    assertEquals(AT_ONCE, most.get());
  }

  @Test
  void whoMayNotSignIsRefusedAsAWhole() {
    gateway
        .services()
        .handle(
            SIGN_CREDENTIAL,
            (request, call) ->
                Future.failedFuture(
                    FailureException.of(
                        call.caller().known() ? FailureKind.FORBIDDEN : FailureKind.UNAUTHENTICATED,
                        "credential.sign.refused",
                        "No.")));
    assertEquals(403, sign(lines(10)).statusCode());
    assertEquals(401, send("/utils/sign", null, lines(10)).statusCode());
  }

  @Test
  void withoutATokenNoLineIsReadToBeSigned() {
    assertEquals(401, send("/utils/sign", null, "no json\n" + lines(1)).statusCode());
  }

  @Test
  void eachLineCountsForTheRateOfItsCaller() {
    try (GatewayServer limited =
        new GatewayServer(Map.of("RATE_LIMIT_PER_MINUTE", "1", "RATE_LIMIT_BURST", "6"))) {
      limited.services().handle(SIGN_CREDENTIAL, LineBatchIT::sign);
      String anna = limited.identity().tokenOf("anna");

      assertEquals(5, sign(limited, anna, lines(5)).body().lines().count());
      assertEquals(1, sign(limited, anna, lines(1)).body().lines().count());
      assertEquals(429, sign(limited, anna, lines(1)).statusCode());
    }
  }

  @Test
  void linesBeyondTheRateOfTheirCallerWait() {
    try (GatewayServer limited =
        new GatewayServer(Map.of("RATE_LIMIT_PER_MINUTE", "60", "RATE_LIMIT_BURST", "1"))) {
      limited.services().handle(SIGN_CREDENTIAL, LineBatchIT::sign);
      String anna = limited.identity().tokenOf("anna");

      HttpResponse<String> response = sign(limited, anna, lines(3));

      assertEquals(200, response.statusCode());
      assertEquals(3, response.body().lines().filter(line -> line.contains("credential")).count());
    }
  }

  @Test
  void halfABatchNeverLooksWhole() {
    gateway
        .services()
        .handle(
            SIGN_CREDENTIAL,
            (request, call) ->
                request.credentialTemplate().text().contains("9")
                    ? Future.failedFuture(
                        FailureException.of(FailureKind.RATE_LIMITED, "credential.busy", "Later."))
                    : sign(request, call));
    assertThrows(IllegalStateException.class, () -> sign(lines(20)));
  }

  @Test
  void blankLinesDoNotKeepABatchOpenForEver() {
    JsonObject reply = new JsonObject(sign("\n".repeat(101)).body());
    assertEquals("gateway.lines.too-many", reply.getJsonObject("error").getString("code"));
    assertEquals("", sign("\n".repeat(99)).body());
  }

  /** The framing is refused while the batch is being read, and its slot is free then. */
  @Test
  void aBatchWhoseFramingIsBrokenKeepsNoSlot() throws IOException {
    for (int batch = 0; batch < 10; batch++) {
      try (RawClient client = new RawClient(gateway.port())) {
        client.write(
            """
            POST /api/v1/verify HTTP/1.1\r
            host: a\r
            content-type: application/x-ndjson\r
            transfer-encoding: chunked\r
            \r
            2\r
            {}\r
            zz\r
            """);
        client.readUntil("gateway.request");
      }
    }
    assertEquals(200, send("/api/v1/verify", null, "{\"signedCredentials\":{}}").statusCode());
  }

  @Test
  void anEmptyBatchHasNoReplies() {
    assertEquals("", sign("\n\n").body());
  }

  private static String lines(int count) {
    return lines(1, count);
  }

  /**
   * A batch that broke off in another test may still have lines in flight: they have other numbers.
   */
  private static String lines(int first, int count) {
    return IntStream.range(first, first + count)
        .mapToObj(HONEST::formatted)
        .collect(Collectors.joining("\n"));
  }

  private static HttpResponse<String> sign(String body) {
    return send("/utils/sign", token, body);
  }

  private static HttpResponse<String> sign(GatewayServer gateway, String token, String body) {
    return send(gateway, "/utils/sign", token, body);
  }

  private static HttpResponse<String> send(String path, String token, String body) {
    return send(gateway, path, token, body);
  }

  private static HttpResponse<String> send(
      GatewayServer gateway, String path, String token, String body) {
    return gateway
        .request("POST", path)
        .token(token)
        .header("content-type", MediaTypes.NDJSON)
        .body(BodyPublishers.ofString(body))
        .send();
  }
}
