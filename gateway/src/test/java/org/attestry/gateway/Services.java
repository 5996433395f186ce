package org.attestry.gateway;

import static org.attestry.testkit.Futures.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Operation;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.bus.BusServer.OperationHandler;
import org.attestry.testkit.Eventually;

/** The services behind the bus, as far as the gateway sees them: each test states their replies. */
public final class Services {

  private final Map<String, OperationHandler<?, ?>> answers = new ConcurrentHashMap<>();
  private final LinkedBlockingQueue<ReceivedRequest> received = new LinkedBlockingQueue<>();
  private final Vertx vertx;

  /** One question that arrived. */
  public record ReceivedRequest(String address, Object request, CallContext context) {}

  public Services(Vertx vertx) {
    this.vertx = vertx;
  }

  /** Sets the reply to the operation. */
  public <Q, R> Services handle(Operation<Q, R> operation, OperationHandler<Q, R> handler) {
    boolean isNew = answers.put(operation.address(), handler) == null;
    if (isNew) {
      await(
          new BusServer(vertx, new SimpleMeterRegistry())
              .bind(operation, (request, context) -> record(operation, request, context))
              .open());
    }
    return this;
  }

  public <Q, R> Services answer(Operation<Q, R> operation, R reply) {
    return handle(operation, (request, context) -> Future.succeededFuture(reply));
  }

  /** The oldest question that no test has looked at. */
  public ReceivedRequest next() {
    return Eventually.until(received::poll, Objects::nonNull);
  }

  /** The oldest question of the operation; forgets those that arrived before it. */
  public ReceivedRequest next(Operation<?, ?> operation) {
    return Eventually.until(
        received::poll, one -> one != null && one.address().equals(operation.address()));
  }

  public int requestCount() {
    return received.size();
  }

  public void forget() {
    received.clear();
  }

  @SuppressWarnings("unchecked")
  private <Q, R> Future<R> record(Operation<Q, R> operation, Q request, CallContext context) {
    received.add(new ReceivedRequest(operation.address(), request, context));
    return ((OperationHandler<Q, R>) answers.get(operation.address())).handle(request, context);
  }
}
