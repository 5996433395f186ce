package org.attestry.runtime.bus;

import com.github.f4b6a3.uuid.UuidCreator;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.runtime.cluster.MemberLostEvents;
import org.attestry.runtime.failure.Failures;
import org.attestry.runtime.json.Json;

/**
 * Requests operations of other services over the event bus. Every failed future carries a {@link
 * Failure}.
 *
 * <p>Each request has a call id. When a member of the cluster is lost, all pending requests are
 * sent again with the same id, because it is not known which of them that member had received:
 * every operation is idempotent for a call id. {@link RepeatedReply} decides which reply counts.
 *
 * <p>A request of an operation that is sent once ({@link Operation#once}) is not sent again: it
 * fails with {@link Operation#LOST} shortly after the loss if it has no reply by then. On behalf of
 * a request that is sent again itself, it is not sent at all, because its first sending may have
 * ended a process.
 */
public final class BusClient {

  private static final long RETRY_MILLIS = 8;

  /** How long another replica than the lost one may still reply. */
  private static final long LOST_MILLIS = 1_500;

  private final Vertx vertx;
  private final boolean outside;
  private final Set<Runnable> pending = ConcurrentHashMap.newKeySet();

  /** Creates the client of a service, whose requests belong to those that it works on. */
  public BusClient(Vertx vertx) {
    this(vertx, false);
  }

  /** Returns the client of a process that passes on the requests of clients outside. */
  public static BusClient forOutside(Vertx vertx) {
    return new BusClient(vertx, true);
  }

  private BusClient(Vertx vertx, boolean outside) {
    this.vertx = vertx;
    this.outside = outside;
    new MemberLostEvents(vertx).onEach(() -> pending.forEach(Runnable::run));
  }

  /**
   * Sends a request to one replica of the operation's service, and to another replica again each
   * time that a member of the cluster is lost.
   *
   * @return the reply; fails with the service's failure, UNAVAILABLE if no replica handles the
   *     operation, TIMEOUT if no reply arrives before the operation's timeout or the caller's
   *     deadline, {@link Operation#LOST} of kind UNAVAILABLE if it is not sent again
   */
  public <Q, R> Future<R> request(Operation<Q, R> operation, Q request, CallContext context) {
    UUID callId = context.callId() == null ? UuidCreator.getTimeOrderedEpoch() : context.callId();
    Deadline deadline = context.deadline().orSooner(operation.timeout());
    Buffer body = Buffer.buffer(Json.write(request).utf8());
    Sending first = new Sending(operation.address(), body, deadline, context.as(callId, false));
    return sent(operation, first)
        .map(reply -> decode(operation, reply))
        .recover(cause -> Future.failedFuture(failure(operation, cause).exception()));
  }

  private Future<Message<Buffer>> sent(Operation<?, ?> operation, Sending first) {
    if (operation.once() && first.context().repeated()) {
      return Future.failedFuture(lost(operation));
    }
    if (!vertx.isClustered()) {
      return send(first);
    }
    return operation.once() ? once(operation, first) : repeatedly(operation, first);
  }

  private Future<Message<Buffer>> once(Operation<?, ?> operation, Sending sending) {
    Promise<Message<Buffer>> reply = Promise.promise();
    Context caller = vertx.getOrCreateContext();
    Runnable lost =
        () ->
            vertx.setTimer(
                LOST_MILLIS, waited -> caller.runOnContext(late -> reply.tryFail(lost(operation))));
    pending.add(lost);
    send(sending).onSuccess(reply::tryComplete).onFailure(reply::tryFail);
    return reply.future().onComplete(done -> pending.remove(lost));
  }

  private Future<Message<Buffer>> repeatedly(Operation<?, ?> operation, Sending first) {
    Context caller = vertx.getOrCreateContext();
    RepeatedReply<Message<Buffer>> reply = new RepeatedReply<>(vertx);
    Runnable again =
        () -> caller.runOnContext(lost -> reply.repetition(known(operation, send(first.again()))));
    pending.add(again);
    reply.first(send(first));
    return reply.future().onComplete(done -> pending.remove(again));
  }

  /** Replaces a failed reply by its failure, which {@link RepeatedReply} looks at. */
  private static <R> Future<R> known(Operation<?, ?> operation, Future<R> reply) {
    return reply.recover(cause -> Future.failedFuture(failure(operation, cause).exception()));
  }

  /**
   * Sends once more after a few milliseconds if no handler was registered, which may happen while
   * registrations are renewed.
   */
  private Future<Message<Buffer>> send(Sending sending) {
    return sendOnce(sending)
        .recover(
            cause ->
                cause instanceof ReplyException failure
                        && failure.failureType() == ReplyFailure.NO_HANDLERS
                    ? vertx.timer(RETRY_MILLIS).compose(paused -> sendOnce(sending))
                    : Future.failedFuture(cause));
  }

  private Future<Message<Buffer>> sendOnce(Sending sending) {
    Duration timeout = sending.deadline().remaining();
    return timeout.isZero()
        ? Future.failedFuture(new ReplyException(ReplyFailure.TIMEOUT))
        : vertx
            .eventBus()
            .request(
                sending.address(),
                sending.body(),
                BusHeaders.write(sending.context(), timeout, outside));
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
    return Failures.of(cause, operation.address());
  }

  private static Failure timeout(Operation<?, ?> operation) {
    return Failure.of(
        FailureKind.TIMEOUT,
        "bus.timeout",
        "The %s did not answer in time; try again.".formatted(service(operation)));
  }

  private static Failure unavailable(Operation<?, ?> operation) {
    return Failure.of(
        FailureKind.UNAVAILABLE,
        "bus.unavailable",
        "The %s is not available; try again shortly.".formatted(service(operation)));
  }

  private static FailureException lost(Operation<?, ?> operation) {
    return FailureException.unavailable(
        Operation.LOST,
        "A replica of the %s ended while it may have worked on this; try again."
            .formatted(service(operation)));
  }

  private static String service(Operation<?, ?> operation) {
    String address = operation.address();
    return address.substring(0, address.indexOf('.')) + " service";
  }

  /** A request as it is sent, perhaps more than once. */
  private record Sending(String address, Buffer body, Deadline deadline, CallContext context) {

    Sending again() {
      return new Sending(address, body, deadline, context.as(context.callId(), true));
    }
  }
}
