package org.attestry.gateway.http;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;

/**
 * Runs a limited number of tasks at once; others wait in order, for a limited time. A caller may
 * have at most half as many tasks as there are slots, running and waiting, so that it cannot block
 * all others. All callers without a token together may have the same number, and each of their
 * addresses half of it. Used on one event loop.
 */
final class Bulkhead {

  private static final String NO_TOKEN = "";
  private static final int MAX_WAITING = 100;
  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  private final Vertx vertx;
  private final int slots;
  private final Deque<Promise<Void>> waiting = new ArrayDeque<>();
  private final Map<String, Integer> perCaller = new HashMap<>();
  private int taken;

  Bulkhead(Vertx vertx, int slots) {
    this.vertx = vertx;
    this.slots = slots;
  }

  /**
   * Runs the work when a slot is free.
   *
   * @return the result of the work; fails RATE_LIMITED when the caller has as many tasks as it may
   *     have, UNAVAILABLE when no slot becomes free in time
   */
  <T> Future<T> run(Call call, Supplier<Future<T>> work) {
    return run(call.context().caller().known(), call.source(), work);
  }

  /**
   * @param known whether the caller has a token
   * @param source the user, or the client's address
   */
  <T> Future<T> run(boolean known, String source, Supplier<Future<T>> work) {
    boolean full = known ? has(source, 2) : has(source, 4) || has(NO_TOKEN, 2);
    if (full) {
      return Future.failedFuture(tooMany());
    }
    List<String> counted = known ? List.of(source) : List.of(source, NO_TOKEN);
    counted.forEach(key -> perCaller.merge(key, 1, Integer::sum));
    return slot()
        .compose(
            free ->
                Future.<T>future(begun -> work.get().onComplete(begun))
                    .onComplete(done -> release()))
        .onComplete(done -> counted.forEach(this::end));
  }

  private boolean has(String key, int part) {
    return perCaller.getOrDefault(key, 0) >= Math.max(1, slots / part);
  }

  private void end(String key) {
    perCaller.computeIfPresent(key, (same, n) -> n == 1 ? null : n - 1);
  }

  private Future<Void> slot() {
    if (taken < slots) {
      taken++;
      return Future.succeededFuture();
    }
    if (waiting.size() >= MAX_WAITING) {
      return Future.failedFuture(busy());
    }
    Promise<Void> slot = Promise.promise();
    waiting.add(slot);
    long timer =
        vertx.setTimer(
            TIMEOUT.toMillis(),
            late -> {
              if (waiting.remove(slot)) {
                slot.fail(busy());
              }
            });
    return slot.future().onSuccess(free -> vertx.cancelTimer(timer));
  }

  private void release() {
    Promise<Void> next = waiting.poll();
    if (next == null) {
      taken--;
    } else {
      next.complete();
    }
  }

  private static FailureException tooMany() {
    return FailureException.of(
        FailureKind.RATE_LIMITED,
        "gateway.bulk.too-many",
        "Too many of your imports, exports or batches are running; wait for one to end.");
  }

  private static FailureException busy() {
    return FailureException.unavailable(
        "gateway.bulk.busy", "Too many imports, exports or batches are running; try again later.");
  }
}
