package org.attestry.runtime.async;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.concurrent.TimeoutException;

/**
 * Limits the wait for a future. {@link Future#timeout} of a future without a context would complete
 * on another thread, not on the caller's context.
 */
public final class TimeLimit {

  private TimeLimit() {}

  /**
   * Returns the result, or fails with a {@link TimeoutException} after the given milliseconds; the
   * work itself continues.
   */
  public static <R> Future<R> within(Vertx vertx, long millis, Future<R> result) {
    if (result.isComplete()) {
      return result;
    }
    Promise<R> inTime = Promise.promise();
    long timer =
        vertx.setTimer(millis, late -> inTime.tryFail(new TimeoutException("deadline missed")));
    result.onComplete(
        done -> {
          vertx.cancelTimer(timer);
          if (done.succeeded()) {
            inTime.tryComplete(done.result());
          } else {
            inTime.tryFail(done.cause());
          }
        });
    return inTime.future();
  }
}
