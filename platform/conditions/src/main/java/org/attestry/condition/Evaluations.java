package org.attestry.condition;

import io.vertx.core.Future;
import java.util.function.Function;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.fair.Workers;

/**
 * The evaluations of conditions of one call. They begin on the event loop and use it for about a
 * millisecond in total; the rest runs on worker threads. Used on one event loop.
 */
public final class Evaluations {

  /** A step takes some 100 nanoseconds. */
  private static final int STEPS_ON_EVENT_LOOP = 10_000;

  private static final int MOST_STEPS = 5_000_000;

  private static final Failure TOO_MUCH =
      Failure.of(
          FailureKind.UNPROCESSABLE,
          "suite.condition.too-complex",
          "Evaluating the conditions of the attestation policies takes too much; request fewer at"
              + " once, or own fewer or smaller records of the types that they compare.");

  private final Workers workers;
  private final Deadline deadline;
  private final Budget onEventLoop;
  private final Budget onWorkers;

  public Evaluations(Workers workers, Deadline deadline) {
    this.workers = workers;
    this.deadline = deadline;
    this.onEventLoop = new Budget(deadline, STEPS_ON_EVENT_LOOP, TOO_MUCH);
    this.onWorkers = new Budget(deadline, MOST_STEPS, TOO_MUCH);
  }

  /**
   * Runs work that spends the budget. Work that needs more steps than are left on the event loop is
   * stopped there and is run again on a worker thread: what it has done must not count twice.
   *
   * @return the result; fails UNPROCESSABLE, as {@link #isTooMuch} says, if the evaluations of the
   *     call take more than 5,000,000 steps
   */
  public <T> Future<T> run(Function<Budget, T> work) {
    try {
      return Future.succeededFuture(work.apply(onEventLoop));
    } catch (FailureException e) {
      return isTooMuch(e)
          ? workers.run(deadline, () -> work.apply(onWorkers))
          : Future.failedFuture(e);
    }
  }

  /** Whether a run has failed because the evaluations of its call take too many steps. */
  public static boolean isTooMuch(Throwable failure) {
    return failure instanceof FailureException failed && failed.failure().equals(TOO_MUCH);
  }
}
