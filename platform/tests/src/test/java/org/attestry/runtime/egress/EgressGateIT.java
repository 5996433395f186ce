package org.attestry.runtime.egress;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SelfSignedCertificate;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Deadline;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EgressGateIT {

  private static final Duration SHORT = Duration.ofSeconds(1);

  private static final MeterRegistry METERS = new SimpleMeterRegistry();

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final int MOST_BYTES = 10_000;

  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
  private final AtomicInteger closed = new AtomicInteger();
  private Vertx vertx;
  private Context context;
  private HttpServer server;
  private String origin;

  @BeforeEach
  void start() throws Exception {
    vertx = Vertx.vertx();
    context = vertx.getOrCreateContext();
    server = await(vertx.createHttpServer().requestHandler(this::serve).listen(0, "127.0.0.1"));
    origin = "http://127.0.0.1:" + server.actualPort();
  }

  @AfterEach
  void stop() throws Exception {
    await(vertx.close());
  }

  private void serve(HttpServerRequest request) {
    requests.add(request.uri());
    request.connection().closeHandler(_ -> closed.incrementAndGet());
    switch (request.path()) {
      case "/redirect" ->
          request.response().setStatusCode(302).putHeader("location", origin + "/x").end();
      case "/missing" -> request.response().setStatusCode(404).end("{}");
      case "/held" -> held.add(request);
      case "/once" -> {
        if (requests.size() == 1) {
          request.response().end(request.uri());
        } else {
          held.add(request);
        }
      }
      case "/slow" -> drip(request);
      case "/endless" -> flood(request);
      case "/cut" -> {
        request.response().putHeader("content-length", "100").write("{");
        vertx.setTimer(50, soon -> request.connection().close());
      }
      case "/large" -> request.response().end("x".repeat(MOST_BYTES + 1));
      case "/full" -> request.response().end("x".repeat(MOST_BYTES));
      default -> request.response().end(request.uri());
    }
  }

  /** A byte now and then, so that the connection is never idle. */
  private void drip(HttpServerRequest request) {
    request.response().setChunked(true);
    vertx.setPeriodic(20, tick -> request.response().write("x"));
  }

  private void flood(HttpServerRequest request) {
    request.response().setChunked(true);
    vertx.setPeriodic(1, tick -> request.response().write("x".repeat(1_000)));
  }

  @ParameterizedTest
  @CsvSource({
    "https://other.example.org/x, ORIGIN_NOT_ALLOWED",
    "https://127.0.0.1/x, ORIGIN_NOT_ALLOWED",
    "http://127.0.0.1:1/x, ORIGIN_NOT_ALLOWED",
    "http://localhost:PORT/x, ORIGIN_NOT_ALLOWED",
    "http://127.0.0.1:PORT@other.example.org/x, ADDRESS_INVALID",
    "http://user@127.0.0.1:PORT/x, ADDRESS_INVALID",
    "file:///etc/passwd, ADDRESS_INVALID",
    "//127.0.0.1:PORT/x, ADDRESS_INVALID",
    "ftp://127.0.0.1:PORT/x, ADDRESS_INVALID",
    "'http://127.0.0.1:PORT/ x', ADDRESS_INVALID",
    "data:text/plain;x, ADDRESS_INVALID"
  })
  void fetchesFromNoAddressBesideTheAllowedOrigins(String address, EgressRefusal refusal) {
    EgressGate gate = gate(LONG);
    String at = address.replace("PORT", Integer.toString(server.actualPort()));

    assertEquals(refusal, refusal(fetch(gate, at, LONG)));
    assertEquals(List.of(), requests);
  }

  @Test
  void isClosedWithoutSettings() {
    EgressGate closed = gate(new EgressConfig(List.of(), true, LONG, 1_000, 1, 0));

    assertEquals(EgressRefusal.ORIGIN_NOT_ALLOWED, refusal(fetch(closed, origin + "/x", LONG)));
  }

  @Test
  void fetchesADocumentWithoutItsFragment() throws Exception {
    assertEquals("/a/b?c=d", text(fetch(gate(LONG), origin + "/a/b?c=d#e", LONG)));
  }

  @Test
  void redirectsAreNotFollowed() {
    assertEquals(EgressRefusal.REDIRECTED, refusal(fetch(gate(LONG), origin + "/redirect", LONG)));
    assertEquals(List.of("/redirect"), requests);
  }

  @ParameterizedTest
  @CsvSource({"/missing, STATUS", "/cut, UNREACHABLE", "/large, TOO_LARGE", "/endless, TOO_LARGE"})
  void namesWhyADocumentWasNotFetched(String path, EgressRefusal refusal) {
    assertEquals(refusal, refusal(fetch(gate(LONG), origin + path, LONG)));
    Eventually.isTrue(() -> closed.get() == 1);
  }

  @Test
  void aDocumentMayHaveAsManyBytesAsTheSettingSays() throws Exception {
    assertEquals(MOST_BYTES, text(fetch(gate(LONG), origin + "/full", LONG)).length());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/slow", "/held"})
  void aServerThatIsSlowIsLeftWhenItsTimeIsOver(String path) {
    EgressGate gate = gate(Duration.ofMillis(300));

    assertEquals(EgressRefusal.TOO_SLOW, refusal(fetch(gate, origin + path, LONG)));
    Eventually.isTrue(() -> closed.get() == 1);
  }

  @Test
  void aServerThatIsAwayIsNotAskedForEachRequest() throws Exception {
    EgressGate gate = gate(LONG);
    await(server.close());

    assertEquals(EgressRefusal.UNREACHABLE, refusal(fetch(gate, origin + "/x", Duration.ZERO)));
    assertEquals(EgressRefusal.UNREACHABLE, refusal(fetch(gate, origin + "/x", Duration.ZERO)));
  }

  @Test
  void theLastFailureHoldsForSomeSeconds() {
    EgressGate gate = gate(LONG);

    refusal(fetch(gate, origin + "/missing", Duration.ZERO));
    refusal(fetch(gate, origin + "/missing", Duration.ZERO));

    assertEquals(List.of("/missing"), requests);
  }

  @Test
  void callersAtOneTimeShareARequest() throws Exception {
    EgressGate gate = gate(LONG);
    List<Future<Fetched>> all = IntStream.range(0, 50).mapToObj(i -> begun(gate, "/held")).toList();
    Eventually.isTrue(() -> !held.isEmpty());
    held.getFirst().response().end("shared");

    for (Future<Fetched> one : all) {
      assertEquals("shared", text(one));
    }
    assertEquals(1, requests.size());
  }

  @Test
  void noMoreRequestsThanAllowedAreInFlight() throws Exception {
    EgressGate gate = gate(LONG);
    List<Future<Fetched>> all = new ArrayList<>();
    all.add(begun(gate, "/held?1"));
    all.add(begun(gate, "/held?2"));

    assertEquals(EgressRefusal.BUSY, refusal(begun(gate, "/held?3")));
    Eventually.isTrue(() -> held.size() == 2);
    held.forEach(request -> request.response().end("done"));
    for (Future<Fetched> one : all) {
      assertEquals("done", text(one));
    }
    assertEquals("/y", text(begun(gate, "/y")));
  }

  @Test
  void anAddressLeavesPartOfTheRequestsToOthers() throws Exception {
    EgressGate gate = gate(LONG);
    Future<Fetched> small = small(gate, "/held?1");

    assertEquals(EgressRefusal.BUSY, refusal(small(gate, "/held?2")));
    assertEquals("/y", text(begun(gate, "/y")));
    Eventually.isTrue(() -> held.size() == 1);
    held.getFirst().response().end("done");
    assertEquals("done", text(small));
    assertEquals("/z", text(small(gate, "/z")));
  }

  private Future<Fetched> small(EgressGate gate, String path) {
    Promise<Fetched> fetched = Promise.promise();
    context.runOnContext(
        begin ->
            gate.fetch(origin + path, LONG, Deadline.in(SHORT, CallerKey.address("a")))
                .onComplete(fetched));
    return fetched.future();
  }

  @Test
  void aKeptDocumentServesWhileItIsNewEnough() throws Exception {
    EgressGate gate = gate(LONG);

    text(fetch(gate, origin + "/x", LONG));
    text(fetch(gate, origin + "/x#other", LONG));
    assertEquals(1, requests.size());
    text(fetch(gate, origin + "/x", Duration.ZERO));
    assertEquals(2, requests.size());
  }

  @Test
  void aKeptDocumentServesWhileANewerOneIsFetchedAndWhenThatFails() throws Exception {
    EgressGate gate = gate(LONG);
    text(fetch(gate, origin + "/once", LONG));
    Future<Fetched> newer = fetch(gate, origin + "/once", Duration.ZERO);
    Eventually.isTrue(() -> !held.isEmpty());

    assertEquals("/once", text(fetch(gate, origin + "/once", LONG)));
    held.getFirst().response().setStatusCode(503).end();
    assertEquals(EgressRefusal.STATUS, refusal(newer));
    assertEquals("/once", text(fetch(gate, origin + "/once", LONG)));
    assertEquals(EgressRefusal.STATUS, refusal(fetch(gate, origin + "/once", Duration.ZERO)));
    assertEquals(2, requests.size());
  }

  @Test
  void whatWasUsedLongestAgoLeavesTheCache() throws Exception {
    EgressGate gate = gate(new EgressConfig(List.of(origin), true, LONG, MOST_BYTES, 2, 25_000));

    text(fetch(gate, origin + "/full?1", LONG));
    text(fetch(gate, origin + "/full?2", LONG));
    text(fetch(gate, origin + "/full?1", LONG));
    text(fetch(gate, origin + "/full?3", LONG));
    text(fetch(gate, origin + "/full?1", LONG));
    text(fetch(gate, origin + "/full?2", LONG));

    assertEquals(List.of("/full?1", "/full?2", "/full?3", "/full?2"), requests);
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "fd00::1"})
  void aNameThatLeadsToAnAddressThatIsNotPublicIsRefused(String address) throws Exception {
    InetAddress there = InetAddress.getByName(address);
    InetAddress elsewhere = InetAddress.getByName("1.1.1.1");
    EgressConfig config =
        new EgressConfig(List.of("https://issuer.test"), false, LONG, MOST_BYTES, 2, 0);
    EgressGate gate =
        new EgressGate(
            vertx, config, new HttpClientOptions(), host -> List.of(elsewhere, there), METERS);

    assertEquals(
        EgressRefusal.HOST_NOT_PUBLIC, refusal(fetch(gate, "https://issuer.test/x", LONG)));
  }

  @Test
  void anUnknownHostIsRefused() {
    EgressConfig config =
        new EgressConfig(List.of("https://issuer.test"), false, LONG, MOST_BYTES, 2, 0);
    EgressGate gate =
        new EgressGate(
            vertx,
            config,
            new HttpClientOptions(),
            host -> {
              throw new UnknownHostException(host);
            },
            METERS);

    assertEquals(EgressRefusal.HOST_UNKNOWN, refusal(fetch(gate, "https://issuer.test/x", LONG)));
  }

  /** No server of names knows issuer.test, so a second lookup would fail. */
  @Test
  void connectsToTheAddressThatWasLookedUpAndChecksTheNameOfTheCertificate() throws Exception {
    SelfSignedCertificate certificate = SelfSignedCertificate.create("issuer.test");
    HttpServerOptions tls =
        new HttpServerOptions().setSsl(true).setKeyCertOptions(certificate.keyCertOptions());
    HttpServer secure =
        await(vertx.createHttpServer(tls).requestHandler(this::serve).listen(0, "127.0.0.1"));
    String right = "https://issuer.test:" + secure.actualPort();
    String wrong = "https://other.test:" + secure.actualPort();
    AtomicInteger lookups = new AtomicInteger();
    EgressGate gate =
        new EgressGate(
            vertx,
            new EgressConfig(List.of(right, wrong), true, LONG, MOST_BYTES, 2, 0),
            new HttpClientOptions().setTrustOptions(certificate.trustOptions()),
            host -> {
              lookups.incrementAndGet();
              return List.of(InetAddress.getLoopbackAddress());
            },
            METERS);

    assertEquals("/x", text(fetch(gate, right + "/x", LONG)));
    assertEquals(1, lookups.get());
    assertEquals(EgressRefusal.UNREACHABLE, refusal(fetch(gate, wrong + "/x", LONG)));
  }

  @Test
  void aCertificateThatNobodyTrustsIsRefused() throws Exception {
    SelfSignedCertificate certificate = SelfSignedCertificate.create("localhost");
    HttpServerOptions tls =
        new HttpServerOptions().setSsl(true).setKeyCertOptions(certificate.keyCertOptions());
    HttpServer secure =
        await(vertx.createHttpServer(tls).requestHandler(this::serve).listen(0, "127.0.0.1"));
    String at = "https://localhost:" + secure.actualPort();

    EgressGate gate = gate(new EgressConfig(List.of(at), true, LONG, MOST_BYTES, 2, 0));

    assertEquals(EgressRefusal.UNREACHABLE, refusal(fetch(gate, at + "/x", LONG)));
    assertEquals(List.of(), requests);
  }

  private Future<Fetched> begun(EgressGate gate, String path) {
    return fetch(gate, origin + path, LONG);
  }

  /** On one event loop, as a service calls it. */
  private Future<Fetched> fetch(EgressGate gate, String address, Duration newest) {
    Promise<Fetched> result = Promise.promise();
    context.runOnContext(
        here -> gate.fetch(address, newest, Deadline.in(SHORT)).onComplete(result));
    return result.future();
  }

  private EgressGate gate(Duration timeout) {
    return gate(new EgressConfig(List.of(origin), true, timeout, MOST_BYTES, 2, 100_000));
  }

  private EgressGate gate(EgressConfig config) {
    return new EgressGate(vertx, config, METERS);
  }

  private static String text(Future<Fetched> fetched) throws Exception {
    return await(fetched.map(Fetched::body).map(Buffer::toString));
  }

  private static EgressRefusal refusal(Future<Fetched> fetched) {
    Exception failed = assertThrows(Exception.class, () -> await(fetched));
    Throwable cause = failed instanceof ExecutionException ? failed.getCause() : failed;
    return ((EgressException) cause).refusal();
  }
}
