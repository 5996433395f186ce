package org.attestry.schema.domain;

import io.vertx.core.Future;
import java.util.function.Supplier;
import org.attestry.contracts.FailureException;

/**
 * What is worked out before the lock is taken may no longer hold when it is written: then it is
 * worked out again.
 */
final class OptimisticRetry {

  private static final int MOST = 3;

  private OptimisticRetry() {}

  /** Makes the attempt, again when something moved meanwhile, three times at the most. */
  static <T> Future<T> make(Supplier<Future<T>> attempt) {
    return make(attempt, MOST);
  }

  private static <T> Future<T> make(Supplier<Future<T>> attempt, int left) {
    return attempt
        .get()
        .recover(
            cause ->
                left > 1 && isMoved(cause) ? make(attempt, left - 1) : Future.failedFuture(cause));
  }

  private static boolean isMoved(Throwable cause) {
    return cause instanceof FailureException refused
        && refused.failure().code().equals(SchemaFailures.MOVED);
  }
}
