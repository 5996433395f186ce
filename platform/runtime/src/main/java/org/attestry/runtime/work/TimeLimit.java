package org.attestry.runtime.work;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.concurrent.TimeoutException;

/**
 * Bounds how long an answer is waited for. Future's own timeout would keep time on a thread of the
 * whole process where the answer has no context, and complete there.
 */
public final class TimeLimit {

  private TimeLimit() {}

  /**
   * The answer, or a {@link TimeoutException} when it is not there after so many milliseconds; the
   * work itself goes on.
   */
  public static <R> Future<R> within(Vertx vertx, long millis, Future<R> answer) {
    if (answer.isComplete()) {
      return answer;
    }
    Promise<R> inTime = Promise.promise();
    long timer =
        vertx.setTimer(millis, late -> inTime.tryFail(new TimeoutException("deadline missed")));
    answer.onComplete(
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
