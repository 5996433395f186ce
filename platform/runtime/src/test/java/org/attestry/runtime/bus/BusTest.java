package org.attestry.runtime.bus;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.runtime.bus.BusServer.OperationHandler;
import org.attestry.runtime.failure.Failures;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

@ExtendWith(VertxExtension.class)
class BusTest {

  private static final Duration LONG = Duration.ofMinutes(1);
  private static final String TRACEPARENT =
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  public record EchoRequest(String text, JsonBytes body) {}

  public record EchoReply(String text, JsonBytes body, Caller caller) {}

  public record Unwritable(String text) {
    @Override
    public String text() {
      throw new IllegalStateException("no text");
    }
  }

  private static final Operation<EchoRequest, EchoReply> ECHO =
      Operation.of("test.echo.v1", EchoRequest.class, EchoReply.class);

  private BusServer server;
  private BusClient client;

  @BeforeEach
  void start(Vertx vertx) {
    server = new BusServer(vertx, new SimpleMeterRegistry());
    client = new BusClient(vertx);
  }

  @Test
  void carriesBodyAndCaller() throws Exception {
    Caller caller =
        new Caller("u1", "a@example.org", Set.of("Teacher"), Set.of("Teacher"), Set.of(), false);
    handle(BusTest::echo);

    EchoReply reply = request(context(caller, LONG));

    assertEquals(new EchoReply("hello", JsonBytes.of("{\"n\":1.10}"), caller), reply);
  }

  @Test
  void repliesAFailureWhenTheHandlerThrows() {
    handle(
        (request, context) -> {
          throw new IllegalStateException("jdbc:postgresql://internal-host");
        });

    Failure failure = failure(context(Caller.NOBODY, LONG));

    assertEquals(FailureKind.INTERNAL, failure.kind());
    assertEquals(
        "Something went wrong on our side; report it with the X-Request-Id of this answer.",
        failure.message());
  }

  @Test
  void repliesAFailureWhenTheReplyCannotBeWritten() {
    Operation<EchoRequest, Unwritable> operation =
        Operation.of("test.unwritable.v1", EchoRequest.class, Unwritable.class);
    server
        .bind(operation, (request, context) -> Future.succeededFuture(new Unwritable("a")))
        .open();

    Failure failure = failure(operation, context(Caller.NOBODY, LONG));

    assertEquals(FailureKind.INTERNAL, failure.kind());
  }

  @Test
  void logsThatAPartIsNotAvailableWithTheIdsOfTheCall() {
    Failure away = Failure.of(FailureKind.UNAVAILABLE, "test.away", "Try again.");
    handle((request, context) -> Future.failedFuture(away.exception()));
    UUID callId = UUID.randomUUID();

    List<ILoggingEvent> logged =
        logged(() -> failure(context(Caller.NOBODY, LONG).as(callId, false)));

    assertEquals(1, logged.size());
    assertEquals(
        "operation=\"test.echo.v1\" kind=\"UNAVAILABLE\" code=\"test.away\" requestId=\"r-1\""
            + " callId=\"%s\" traceId=\"4bf92f3577b34da6a3ce929d0e0e4736\"".formatted(callId),
        logged.getFirst().getKeyValuePairs().stream()
            .map(KeyValuePair::toString)
            .collect(Collectors.joining(" ")));
  }

  @Test
  void logsNoFailureOfTheCaller() {
    Failure bad = Failure.invalid("test.bad", "/a", "rule", "Fix a.");
    handle((request, context) -> Future.failedFuture(bad.exception()));

    assertEquals(List.of(), logged(() -> failure(context(Caller.NOBODY, LONG))));
  }

  /** A call of another service is in between: what it asks for may have ended a process. */
  @Test
  void requestOfAnOperationThatIsSentOnceIsNotSentOnBehalfOfARepeatedCall() throws Exception {
    Operation<EchoRequest, EchoReply> once = ECHO.sentOnce();
    server.bind(once, BusTest::echo).open();
    CallContext call = context(Caller.NOBODY, Duration.ofSeconds(5));

    assertEquals("hello", request(once, call).text());
    Failure lost = failure(once, call.as(UUID.randomUUID(), true));
    assertEquals(FailureKind.UNAVAILABLE, lost.kind());
    assertEquals(Operation.LOST, lost.code());
  }

  @Test
  void carriesWhomTheCallIsFor() throws Exception {
    Promise<CallerKey> seen = Promise.promise();
    handle(
        (request, context) -> {
          seen.complete(context.deadline().caller());
          return echo(request, context);
        });
    CallerKey address = CallerKey.address("a:b");
    request(
        new CallContext(Caller.NOBODY, "r-1", Deadline.in(Duration.ofSeconds(5), address), null));

    assertEquals(address, seen.future().result());
  }

  @Test
  void refusesASecondHandlerOfAnOperation() {
    server.bind(ECHO, BusTest::echo);

    assertThrows(IllegalStateException.class, () -> server.bind(ECHO, BusTest::echo));
  }

  @Test
  void repliesTheFailureOfAUseCaseAsItIs() {
    Failure expected = Failure.invalid("test.bad", "/a", "rule", "Fix a.");
    handle((request, context) -> Future.failedFuture(expected.exception()));

    assertEquals(expected, failure(context(Caller.NOBODY, LONG)));
  }

  @Test
  void repliesATimeoutWhenTheDeadlinePasses() {
    handle((request, context) -> Promise.<EchoReply>promise().future());

    Failure failure = failure(context(Caller.NOBODY, Duration.ofMillis(100)));

    assertEquals(FailureKind.TIMEOUT, failure.kind());
  }

  @Test
  void failsAsUnavailableWhenThereIsNoConsumer() {
    assertEquals(FailureKind.UNAVAILABLE, failure(context(Caller.NOBODY, LONG)).kind());
  }

  @Test
  void takesNoQuestionBeforeItIsOpen() throws Exception {
    server.bind(ECHO, BusTest::echo);
    CallContext nobodys = context(Caller.NOBODY, LONG);

    assertEquals(FailureKind.UNAVAILABLE, failure(nobodys).kind());
    server.open();
    assertEquals("hello", request(nobodys).text());
  }

  @Test
  void sendsNoRequestWhenNoTimeIsLeft() {
    handle((request, context) -> Future.failedFuture("must not be requested"));

    assertEquals(FailureKind.TIMEOUT, failure(context(Caller.NOBODY, Duration.ZERO)).kind());
  }

  @Test
  void repliesToRequestsInProgressBeforeItCloses() throws Exception {
    Promise<EchoReply> slow = Promise.promise();
    Promise<Void> arrived = Promise.promise();
    handle(
        (request, context) -> {
          arrived.complete();
          return slow.future();
        });
    Future<EchoReply> replied =
        client.request(
            ECHO, new EchoRequest("hello", JsonBytes.of("1")), context(Caller.NOBODY, LONG));
    await(arrived.future());

    Future<Void> closed = server.close();
    slow.complete(new EchoReply("late", JsonBytes.of("1"), Caller.NOBODY));

    assertEquals("late", await(replied).text());
    await(closed);
    assertTrue(closed.succeeded());
  }

  /**
   * A process with a heap of 64 MB: 16 MB are for requests from outside, 4 MB of them for one user.
   * A list of 4,000 objects counts 3 MB of them, and takes 8,000 bytes.
   */
  @Test
  void requestsOfOneCallerThatWouldFillTheHeapAreNotParsedAtOnce(Vertx vertx) {
    RequestMemory memory = new RequestMemory(vertx, 64L << 20, new SimpleMeterRegistry());
    server = new BusServer(vertx, new SimpleMeterRegistry(), memory);
    client = BusClient.forOutside(vertx);
    List<Promise<EchoReply>> begun = Collections.synchronizedList(new ArrayList<>());
    handle(
        (request, context) -> {
          Promise<EchoReply> reply = Promise.promise();
          if (request.text().equals("hello")) {
            return echo(request, context);
          }
          begun.add(reply);
          return reply.future();
        });
    JsonBytes dense = JsonBytes.of("[" + "{},".repeat(3_999) + "{}]");
    List<Future<EchoReply>> flood = flood(dense, CallerKey.user("flood"), 30);
    List<Future<EchoReply>> honest = flood(dense, CallerKey.user("honest"), 1);
    List<Future<EchoReply>> anonymous = flood(dense, CallerKey.address("a"), 30);

    Eventually.isTrue(() -> refused(flood) == 28 && begun.size() == 3);
    Eventually.isTrue(() -> refused(anonymous) == 28);
    assertEquals("hello", await(request(ECHO, CallerKey.user("flood"))).text());
    Eventually.isTrue(
        () -> {
          List.copyOf(begun).forEach(each -> each.tryComplete(null));
          return Stream.of(flood, honest, anonymous)
              .flatMap(List::stream)
              .allMatch(Future::isComplete);
        });
    assertEquals(5, begun.size());
    assertTrue(honest.getFirst().succeeded());
  }

  private Future<EchoReply> request(Operation<EchoRequest, EchoReply> operation, CallerKey caller) {
    return client.request(operation, new EchoRequest("hello", JsonBytes.of("{}")), of(caller));
  }

  private List<Future<EchoReply>> flood(JsonBytes body, CallerKey caller, int requests) {
    return IntStream.range(0, requests)
        .mapToObj(n -> client.request(ECHO, new EchoRequest("dense", body), of(caller)))
        .toList();
  }

  private static long refused(List<Future<EchoReply>> replies) {
    return replies.stream()
        .filter(reply -> FailureException.isOf(reply.cause(), FailureKind.RATE_LIMITED))
        .count();
  }

  private static CallContext of(CallerKey caller) {
    return new CallContext(Caller.NOBODY, "r-1", Deadline.in(LONG, caller), null);
  }

  private static List<ILoggingEvent> logged(Runnable work) {
    Logger logger = (Logger) LoggerFactory.getLogger(Failures.class);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    logger.addAppender(log);
    try {
      work.run();
    } finally {
      logger.detachAppender(log);
    }
    return log.list;
  }

  private void handle(OperationHandler<EchoRequest, EchoReply> handler) {
    server.bind(ECHO, handler).open();
  }

  private static Future<EchoReply> echo(EchoRequest request, CallContext context) {
    return Future.succeededFuture(new EchoReply(request.text(), request.body(), context.caller()));
  }

  private EchoReply request(CallContext context) throws Exception {
    return request(ECHO, context);
  }

  private <R> R request(Operation<EchoRequest, R> operation, CallContext context) throws Exception {
    return await(
        client.request(operation, new EchoRequest("hello", JsonBytes.of("{\"n\":1.10}")), context));
  }

  private Failure failure(CallContext context) {
    return failure(ECHO, context);
  }

  private Failure failure(Operation<EchoRequest, ?> operation, CallContext context) {
    return assertThrows(FailureException.class, () -> request(operation, context)).failure();
  }

  private static CallContext context(Caller caller, Duration timeout) {
    return new CallContext(caller, "r-1", Deadline.in(timeout), TRACEPARENT);
  }
}
