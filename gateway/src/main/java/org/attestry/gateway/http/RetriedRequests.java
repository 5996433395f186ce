package org.attestry.gateway.http;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Operation;
import org.attestry.runtime.bus.BusClient;

/**
 * The questions of one long stream, each with time of its own. One that nobody answers in time is
 * asked again for a minute, which is safe for those that may be repeated, and only such ones are
 * asked here; so a stream outlives the restart of a service.
 */
final class RetriedRequests {

  private static final Duration PERSISTENCE = Duration.ofSeconds(60);
  private static final long PAUSE_MILLIS = 500;

  private final Vertx vertx;
  private final BusClient bus;
  private final CallContext context;

  RetriedRequests(Vertx vertx, BusClient bus, CallContext context) {
    this.vertx = vertx;
    this.bus = bus;
    this.context = context;
  }

  <Q, R> Future<R> request(Operation<Q, R> operation, Q request) {
    return request(operation, request, Deadline.in(PERSISTENCE));
  }

  private <Q, R> Future<R> request(Operation<Q, R> operation, Q request, Deadline until) {
    return bus.request(operation, request, context.within(operation.timeout()))
        .recover(
            cause ->
                mayComeBack(cause) && !until.passed()
                    ? vertx
                        .timer(PAUSE_MILLIS, TimeUnit.MILLISECONDS)
                        .compose(rested -> request(operation, request, until))
                    : Future.failedFuture(cause));
  }

  private static boolean mayComeBack(Throwable cause) {
    return cause instanceof FailureException failed
        && switch (failed.failure().kind()) {
          case UNAVAILABLE, TIMEOUT -> true;
          default -> false;
        };
  }
}
