package org.attestry.runtime.async;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.attestry.contracts.Deadline;

/**
 * Retries an asynchronous attempt that fails. Retries do not grow the stack.
 *
 * @param pause the pause between the first attempt and the second
 * @param longestPause the longest pause; each pause is twice the previous one up to this duration
 * @param deadline an attempt that fails after this time is not retried; null retries without end
 * @param retryable whether a failure may be temporary, so that the attempt is retried
 */
public record Retry(
    Vertx vertx,
    Duration pause,
    Duration longestPause,
    Deadline deadline,
    Predicate<Throwable> retryable) {

  /** Returns a policy that retries after every failure, with the same pause, without end. */
  public static Retry every(Vertx vertx, Duration pause) {
    return new Retry(vertx, pause, pause, null, failure -> true);
  }

  public Retry growingTo(Duration longest) {
    return new Retry(vertx, pause, longest, deadline, retryable);
  }

  public Retry until(Deadline end) {
    return new Retry(vertx, pause, longestPause, end, retryable);
  }

  public Retry when(Predicate<Throwable> condition) {
    return new Retry(vertx, pause, longestPause, deadline, condition);
  }

  /**
   * Runs the attempt until it succeeds or fails with a failure that is not retried.
   *
   * @return the result of the last attempt
   */
  public <T> Future<T> run(Supplier<Future<T>> attempt) {
    Promise<T> done = Promise.promise();
    attempt(attempt, pause, done);
    return done.future();
  }

  private <T> void attempt(Supplier<Future<T>> attempt, Duration next, Promise<T> done) {
    Future.<T>future(begun -> attempt.get().onComplete(begun))
        .onSuccess(done::complete)
        .onFailure(
            cause -> {
              if (!retryable.test(cause) || deadline != null && deadline.passed()) {
                done.fail(cause);
                return;
              }
              vertx.setTimer(next.toMillis(), _ -> attempt(attempt, after(next), done));
            });
  }

  /** Returns the pause after a pause. */
  Duration after(Duration last) {
    Duration doubled = last.multipliedBy(2);
    return doubled.compareTo(longestPause) < 0 ? doubled : longestPause;
  }
}
