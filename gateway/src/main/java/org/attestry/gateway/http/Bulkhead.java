package org.attestry.gateway.http;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;

/**
 * Lets a few do something at once; others wait for a while, in their order. One caller has, or
 * waits for, half of the places at the most, so that nobody keeps all others out; callers without a
 * token count as one. Used on one event loop.
 */
final class Bulkhead {

  private static final int MOST_WAITING = 100;
  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  private final Vertx vertx;
  private final int places;
  private final Deque<Promise<Void>> waiting = new ArrayDeque<>();
  private final Map<String, Integer> perCaller = new HashMap<>();
  private int taken;

  Bulkhead(Vertx vertx, int places) {
    this.vertx = vertx;
    this.places = places;
  }

  /**
   * Does the work when there is a place for it.
   *
   * @return what the work answers; fails RATE_LIMITED when the caller has half of all places,
   *     UNAVAILABLE when no place becomes free in time
   */
  <T> Future<T> take(Caller caller, Supplier<Future<T>> work) {
    String whose = caller.known() ? caller.userId() : "";
    if (perCaller.getOrDefault(whose, 0) >= Math.max(1, places / 2)) {
      return Future.failedFuture(tooMany());
    }
    perCaller.merge(whose, 1, Integer::sum);
    return place()
        .compose(mine -> done(work).onComplete(done -> leave()))
        .onComplete(done -> perCaller.computeIfPresent(whose, (same, n) -> n == 1 ? null : n - 1));
  }

  private Future<Void> place() {
    if (taken < places) {
      taken++;
      return Future.succeededFuture();
    }
    if (waiting.size() >= MOST_WAITING) {
      return Future.failedFuture(busy());
    }
    Promise<Void> turn = Promise.promise();
    waiting.add(turn);
    long timer =
        vertx.setTimer(
            TIMEOUT.toMillis(),
            late -> {
              if (waiting.remove(turn)) {
                turn.fail(busy());
              }
            });
    return turn.future().onSuccess(mine -> vertx.cancelTimer(timer));
  }

  private void leave() {
    Promise<Void> next = waiting.poll();
    if (next == null) {
      taken--;
    } else {
      next.complete();
    }
  }

  private static <T> Future<T> done(Supplier<Future<T>> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      return Future.failedFuture(e);
    }
  }

  private static FailureException tooMany() {
    return Failure.of(
            FailureKind.RATE_LIMITED,
            "gateway.bulk.too-many",
            "Too many of your imports and exports are running; wait for one to end.")
        .exception();
  }

  private static FailureException busy() {
    return Failure.of(
            FailureKind.UNAVAILABLE,
            "gateway.bulk.busy",
            "Too many imports and exports are running; try again later.")
        .exception();
  }
}
