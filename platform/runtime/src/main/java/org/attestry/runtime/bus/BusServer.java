package org.attestry.runtime.bus;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.CallScope;
import org.attestry.contracts.Failure;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.runtime.async.TimeLimit;
import org.attestry.runtime.failure.Failures;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.management.AccessLog;

/**
 * Handles operations on the event bus. Every request has a reply: a thrown exception, a failed
 * future and a missed deadline each become a {@link Failure}. A request is parsed when its heap
 * fits into {@link RequestMemory}. Used on the event loop of one verticle.
 */
public final class BusServer {

  private final Vertx vertx;
  private final MeterRegistry meters;
  private final RequestMemory memory;
  private final Map<String, Handler<Message<Buffer>>> bindings = new LinkedHashMap<>();
  private List<MessageConsumer<Buffer>> consumers = List.of();
  private int inProgress;
  private Promise<Void> drained;

  public BusServer(Vertx vertx, MeterRegistry meters) {
    this(vertx, meters, RequestMemory.of(vertx, meters));
  }

  BusServer(Vertx vertx, MeterRegistry meters, RequestMemory memory) {
    this.vertx = vertx;
    this.meters = meters;
    this.memory = memory;
  }

  /** Binds an operation to its one handler. */
  public <Q, R> BusServer bind(Operation<Q, R> operation, OperationHandler<Q, R> handler) {
    if (bindings.containsKey(operation.address())) {
      throw new IllegalStateException(operation.address() + " is bound twice");
    }
    Map<String, Timer> timers = new ConcurrentHashMap<>();
    bindings.put(operation.address(), message -> reply(operation, handler, timers, message));
    return this;
  }

  /** Starts to accept requests; completes when every bound operation can be reached. */
  public Future<Void> open() {
    consumers =
        bindings.entrySet().stream()
            .map(bound -> vertx.eventBus().consumer(bound.getKey(), bound.getValue()))
            .toList();
    return Future.join(consumers.stream().map(MessageConsumer::completion).toList()).mapEmpty();
  }

  /** Stops accepting requests; completes when the requests in progress have their replies. */
  public Future<Void> close() {
    List<Future<Void>> gone = consumers.stream().map(MessageConsumer::unregister).toList();
    return Future.join(gone).transform(done -> drained());
  }

  private Future<Void> drained() {
    if (inProgress == 0) {
      return Future.succeededFuture();
    }
    drained = Promise.promise();
    return drained.future();
  }

  private <Q, R> void reply(
      Operation<Q, R> operation,
      OperationHandler<Q, R> handler,
      Map<String, Timer> timers,
      Message<Buffer> message) {
    long began = System.nanoTime();
    inProgress++;
    run(operation, handler, message)
        .map(reply -> Buffer.buffer(Json.write(reply).utf8()))
        .onComplete(
            done -> {
              String outcome = "ok";
              if (done.succeeded()) {
                message.reply(done.result());
              } else {
                Failure failure =
                    Failures.ofCall(
                        done.cause(),
                        operation.address(),
                        BusHeaders.requestId(message.headers()),
                        BusHeaders.callId(message.headers()),
                        BusHeaders.traceparent(message.headers()));
                outcome = failure.kind().name();
                message.fail(failure.kind().ordinal(), Json.write(failure).text());
              }
              long nanos = System.nanoTime() - began;
              timers
                  .computeIfAbsent(outcome, each -> timer(operation.address(), each))
                  .record(nanos, TimeUnit.NANOSECONDS);
              AccessLog.operation(
                  operation.address(),
                  outcome,
                  nanos,
                  BusHeaders.requestId(message.headers()),
                  BusHeaders.traceparent(message.headers()));
              finished();
            });
  }

  private <Q, R> Future<R> run(
      Operation<Q, R> operation, OperationHandler<Q, R> handler, Message<Buffer> message) {
    try {
      CallScope scope = new CallScope(BusHeaders.isFromOutside(message.headers()));
      CallContext context = BusHeaders.read(message.headers()).in(scope);
      byte[] body = message.body().getBytes();
      long millis = Math.max(1, context.deadline().remaining().toMillis());
      Future<R> reply =
          memory
              .run(
                  context.deadline(),
                  scope.isFromOutside(),
                  body,
                  () -> handler.handle(Json.read(JsonBytes.of(body), operation.request()), context))
              .onComplete(done -> scope.end());
      return TimeLimit.within(vertx, millis, reply);
    } catch (RuntimeException | StackOverflowError e) {
      return Future.failedFuture(e);
    }
  }

  private void finished() {
    inProgress--;
    if (drained != null && inProgress == 0) {
      drained.tryComplete();
    }
  }

  private Timer timer(String address, String outcome) {
    return Timer.builder("attestry.operation")
        .tag("operation", address)
        .tag("outcome", outcome)
        .publishPercentileHistogram(false)
        .register(meters);
  }

  /** Handles the requests of an operation. */
  @FunctionalInterface
  public interface OperationHandler<Q, R> {

    Future<R> handle(Q request, CallContext context);
  }
}
