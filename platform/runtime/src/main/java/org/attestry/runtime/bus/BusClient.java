package org.attestry.runtime.bus;

import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.runtime.cluster.Departures;
import org.attestry.runtime.failure.Failures;
import org.attestry.runtime.json.Json;

/**
 * Asks other services questions over the event bus. Every failed future carries a {@link Failure}.
 */
public final class BusClient {

  private static final long FIRST_RETRY_MILLIS = 8;
  private static final long LAST_RETRY_MILLIS = 512;

  private final Vertx vertx;
  private final Set<Runnable> repeatable = ConcurrentHashMap.newKeySet();
  private final PendingRequests open;

  public BusClient(Vertx vertx) {
    this.vertx = vertx;
    this.open = new PendingRequests(vertx);
    Departures departures = new Departures(vertx);
    departures.each(() -> repeatable.forEach(Runnable::run));
    departures.each(open::doubt);
  }

  /**
   * Asks one instance of the service that answers the operation. A question that reached nobody,
   * because the chosen instance has died a moment ago, is asked again for up to about a second. One
   * that may have been heard is asked again only if it is idempotent, each time that an instance of
   * any service has gone; the first answer counts. Any other one that an instance has taken with it
   * ends soon after that has gone.
   *
   * @return the reply; fails as the service failed, UNAVAILABLE when nobody answers at the address,
   *     TIMEOUT when the answer does not come before the operation's timeout or the caller's
   *     deadline, or will never come
   */
  public <Q, R> Future<R> request(Operation<Q, R> operation, Q request, CallContext context) {
    Deadline deadline = context.deadline().orSooner(operation.timeout());
    Buffer body = Buffer.buffer(Json.write(request).utf8());
    Supplier<Future<Message<Buffer>>> question =
        () -> send(operation, body, context, deadline, FIRST_RETRY_MILLIS);
    return (operation.isIdempotent() && vertx.isClustered() ? repeated(question) : question.get())
        .map(reply -> decode(operation, reply))
        .recover(cause -> Future.failedFuture(failure(operation, cause).exception()));
  }

  private Future<Message<Buffer>> repeated(Supplier<Future<Message<Buffer>>> question) {
    Context caller = vertx.getOrCreateContext();
    Promise<Message<Buffer>> first = Promise.promise();
    Runnable again = () -> caller.runOnContext(asked -> question.get().onComplete(answerTo(first)));
    repeatable.add(again);
    question.get().onComplete(answerTo(first));
    return first.future().onComplete(answered -> repeatable.remove(again));
  }

  static Handler<AsyncResult<Message<Buffer>>> answerTo(Promise<Message<Buffer>> first) {
    return answer -> {
      if (answer.succeeded()) {
        first.tryComplete(answer.result());
      } else {
        first.tryFail(answer.cause());
      }
    };
  }

  private Future<Message<Buffer>> send(
      Operation<?, ?> operation,
      Buffer body,
      CallContext context,
      Deadline deadline,
      long retryMillis) {
    Duration timeout = deadline.remaining();
    if (timeout.isZero()) {
      return Future.failedFuture(new ReplyException(ReplyFailure.TIMEOUT));
    }
    Function<String, Future<Message<Buffer>>> question =
        id ->
            vertx
                .eventBus()
                .request(operation.address(), body, BusHeaders.write(context, timeout, id));
    boolean once = vertx.isClustered() && !operation.isIdempotent();
    return (once ? open.request(question) : question.apply(null))
        .recover(
            cause ->
                retryMillis <= lastRetryMillis(cause)
                    ? vertx
                        .timer(retryMillis, TimeUnit.MILLISECONDS)
                        .compose(rest -> send(operation, body, context, deadline, retryMillis * 2))
                    : Future.failedFuture(cause));
  }

  /** Only what is certain not to have been heard is asked again. */
  private static long lastRetryMillis(Throwable cause) {
    if (!(cause instanceof ReplyException failure)) {
      return 0;
    }
    return switch (failure.failureType()) {
      case ERROR -> LAST_RETRY_MILLIS;
      case NO_HANDLERS -> FIRST_RETRY_MILLIS;
      case TIMEOUT, RECIPIENT_FAILURE -> 0;
    };
  }

  private static <R> R decode(Operation<?, R> operation, Message<Buffer> reply) {
    return Json.read(JsonBytes.of(reply.body().getBytes()), operation.reply());
  }

  private static Failure failure(Operation<?, ?> operation, Throwable cause) {
    if (cause instanceof ReplyException reply) {
      return switch (reply.failureType()) {
        case RECIPIENT_FAILURE -> Json.read(JsonBytes.of(reply.getMessage()), Failure.class);
        case TIMEOUT -> timeout(operation);
        case NO_HANDLERS, ERROR -> unavailable(operation);
      };
    }
    return cause instanceof PendingRequests.Lost
        ? lost(operation)
        : Failures.of(cause, operation.address());
  }

  private static Failure timeout(Operation<?, ?> operation) {
    return Failure.of(
        FailureKind.TIMEOUT,
        "bus.timeout",
        "The %s did not answer in time; try again.".formatted(service(operation)));
  }

  private static Failure lost(Operation<?, ?> operation) {
    return Failure.of(
        FailureKind.TIMEOUT,
        "bus.lost",
        "The %s ended while it worked on this, which may or may not have been done; read before you try again."
            .formatted(service(operation)));
  }

  private static Failure unavailable(Operation<?, ?> operation) {
    return Failure.of(
        FailureKind.UNAVAILABLE,
        "bus.unavailable",
        "The %s is not available; try again shortly.".formatted(service(operation)));
  }

  private static String service(Operation<?, ?> operation) {
    String address = operation.address();
    return address.substring(0, address.indexOf('.')) + " service";
  }
}
