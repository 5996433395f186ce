package org.attestry.runtime.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class BusTest {

  public record Question(String text, JsonBytes body) {}

  public record Answer(String text, JsonBytes body, Caller caller) {}

  public record Unwritable(String text) {
    @Override
    public String text() {
      throw new IllegalStateException("no text");
    }
  }

  private static final Operation<Question, Answer> ASK =
      Operation.of("test.ask.v1", Question.class, Answer.class);

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
    answer(BusTest::echo);

    Answer answer = request(context(caller, Duration.ofSeconds(5)));

    assertEquals(new Answer("hello", JsonBytes.of("{\"n\":1.10}"), caller), answer);
  }

  @Test
  void repliesAFailureWhenTheHandlerThrows() {
    answer(
        (question, context) -> {
          throw new IllegalStateException("jdbc:postgresql://internal-host");
        });

    Failure failure = failure(context(Caller.NOBODY, Duration.ofSeconds(5)));

    assertEquals(FailureKind.INTERNAL, failure.kind());
    assertEquals(
        "Something went wrong on our side; report it with the X-Request-Id of this answer.",
        failure.message());
  }

  @Test
  void repliesAFailureWhenTheAnswerCannotBeWritten() {
    Operation<Question, Unwritable> operation =
        Operation.of("test.unwritable.v1", Question.class, Unwritable.class);
    server
        .answer(operation, (question, context) -> Future.succeededFuture(new Unwritable("a")))
        .open();

    Failure failure = failure(operation, context(Caller.NOBODY, Duration.ofSeconds(5)));

    assertEquals(FailureKind.INTERNAL, failure.kind());
  }

  @Test
  void refusesASecondHandlerOfAnOperation() {
    server.answer(ASK, BusTest::echo);

    assertThrows(IllegalStateException.class, () -> server.answer(ASK, BusTest::echo));
  }

  @Test
  void repliesTheFailureOfAUseCaseAsItIs() {
    Failure expected = Failure.invalid("test.bad", "/a", "rule", "Fix a.");
    answer((question, context) -> Future.failedFuture(expected.exception()));

    assertEquals(expected, failure(context(Caller.NOBODY, Duration.ofSeconds(5))));
  }

  @Test
  void repliesATimeoutWhenTheDeadlinePasses() {
    answer((question, context) -> Promise.<Answer>promise().future());

    Failure failure = failure(context(Caller.NOBODY, Duration.ofMillis(100)));

    assertEquals(FailureKind.TIMEOUT, failure.kind());
  }

  @Test
  void failsAsUnavailableWhenNobodyAnswers() {
    assertEquals(
        FailureKind.UNAVAILABLE, failure(context(Caller.NOBODY, Duration.ofSeconds(5))).kind());
  }

  @Test
  void takesNoQuestionBeforeItIsOpen() throws Exception {
    server.answer(ASK, BusTest::echo);
    CallContext nobodys = context(Caller.NOBODY, Duration.ofSeconds(5));

    assertEquals(FailureKind.UNAVAILABLE, failure(nobodys).kind());
    server.open();
    assertEquals("hello", request(nobodys).text());
  }

  @Test
  void asksNobodyWhenNoTimeIsLeft() {
    answer((question, context) -> Future.failedFuture("must not be asked"));

    assertEquals(FailureKind.TIMEOUT, failure(context(Caller.NOBODY, Duration.ZERO)).kind());
  }

  @Test
  void answersWhatIsInProgressBeforeItCloses() throws Exception {
    Promise<Answer> slow = Promise.promise();
    Promise<Void> arrived = Promise.promise();
    answer(
        (question, context) -> {
          arrived.complete();
          return slow.future();
        });
    Future<Answer> asked =
        client.request(
            ASK,
            new Question("hello", JsonBytes.of("1")),
            context(Caller.NOBODY, Duration.ofSeconds(5)));
    arrived.future().await(5, TimeUnit.SECONDS);

    Future<Void> closed = server.close();
    slow.complete(new Answer("late", JsonBytes.of("1"), Caller.NOBODY));

    assertEquals("late", asked.await(5, TimeUnit.SECONDS).text());
    closed.await(5, TimeUnit.SECONDS);
    assertTrue(closed.succeeded());
  }

  private void answer(OperationHandler<Question, Answer> handler) {
    server.answer(ASK, handler).open();
  }

  private static Future<Answer> echo(Question question, CallContext context) {
    return Future.succeededFuture(new Answer(question.text(), question.body(), context.caller()));
  }

  private Answer request(CallContext context) throws Exception {
    return request(ASK, context);
  }

  private <R> R request(Operation<Question, R> operation, CallContext context) throws Exception {
    return client
        .request(operation, new Question("hello", JsonBytes.of("{\"n\":1.10}")), context)
        .await(5, TimeUnit.SECONDS);
  }

  private Failure failure(CallContext context) {
    return failure(ASK, context);
  }

  private Failure failure(Operation<Question, ?> operation, CallContext context) {
    return assertThrows(FailureException.class, () -> request(operation, context)).failure();
  }

  private static CallContext context(Caller caller, Duration timeout) {
    return new CallContext(caller, "r-1", Deadline.in(timeout), null);
  }
}
