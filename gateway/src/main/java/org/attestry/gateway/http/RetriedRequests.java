package org.attestry.gateway.http;

import static org.attestry.contracts.FailureKind.RATE_LIMITED;
import static org.attestry.contracts.FailureKind.TIMEOUT;
import static org.attestry.contracts.FailureKind.UNAVAILABLE;

import com.github.f4b6a3.uuid.UuidCreator;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Operation;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.runtime.async.Retry;
import org.attestry.runtime.bus.BusClient;

/**
 * The requests of one long stream, each with its own deadline. A request that fails because the
 * service is unavailable or too slow, or has too many requests of the caller, is retried for a
 * minute, so that a stream survives the restart of a service and slows down with it. A request of
 * an operation that is sent once ({@link Operation#once}) is retried only if no replica had begun
 * it, and a search that took too long by itself is not retried: it would take as long again.
 */
public record RetriedRequests(Vertx vertx, BusClient bus, CallContext context) {

  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Duration PAUSE = Duration.ofMillis(500);

  public <Q, R> Future<R> request(Operation<Q, R> operation, Q request) {
    return retried(operation, request, UnaryOperator.identity());
  }

  /**
   * Requests an operation that changes something. Each attempt has the same call id, so that the
   * change is made once.
   *
   * @param key the {@code Idempotency-Key} of the request, or null
   */
  public <Q, R> Future<R> requestOnce(Operation<Q, R> operation, Q request, String key) {
    UUID callId = UuidCreator.getTimeOrderedEpoch();
    return retried(operation, request, sent -> sent.under(key).as(callId, false));
  }

  private <Q, R> Future<R> retried(
      Operation<Q, R> operation, Q request, UnaryOperator<CallContext> marked) {
    return Retry.every(vertx, PAUSE)
        .when(cause -> isRetried(operation, cause))
        .until(Deadline.in(LONGEST))
        .run(
            () ->
                bus.request(operation, request, marked.apply(context.within(operation.timeout()))));
  }

  static boolean isRetried(Operation<?, ?> operation, Throwable cause) {
    return operation.once()
        ? FailureException.isOf(cause, UNAVAILABLE, RATE_LIMITED) && !Operation.isLost(cause)
        : FailureException.isOf(cause, UNAVAILABLE, TIMEOUT, RATE_LIMITED)
            && !FailureException.hasCode(cause, EntityOperations.SEARCH_TOO_SLOW);
  }
}
