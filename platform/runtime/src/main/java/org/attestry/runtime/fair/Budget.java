package org.attestry.runtime.fair;

import java.time.Duration;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;

/**
 * Limits the computation that one call may cause: a number of steps, and the time until its
 * deadline. An algorithm calls {@link #spend} in its innermost loop, so that it stops on its own
 * thread.
 *
 * <p>The limit of steps does not depend on the load of the machine, so the same input is always
 * refused. The deadline ends work whose caller no longer waits. Used by one thread at a time.
 */
public final class Budget {

  private static final int STEPS_BETWEEN_CLOCK_READINGS = 1_024;

  private final Deadline deadline;
  private final Failure whenSpent;
  private long steps;
  private long untilClock = STEPS_BETWEEN_CLOCK_READINGS;

  /**
   * @param deadline the time after which the work stops with a failure of kind TIMEOUT
   * @param steps the number of steps after which the work stops with the failure {@code whenSpent}
   * @param whenSpent the failure, which states which input causes too much work, and the remedy
   */
  public Budget(Deadline deadline, long steps, Failure whenSpent) {
    this.deadline = deadline;
    this.steps = steps;
    this.whenSpent = whenSpent;
  }

  /**
   * Returns a budget for work without a caller's deadline, such as a check while a schema is
   * published.
   */
  public static Budget of(Duration longest, long steps, Failure whenSpent) {
    return new Budget(Deadline.in(longest), steps, whenSpent);
  }

  /**
   * Counts one step.
   *
   * @throws FailureException if no step is left, or the deadline has passed
   */
  public void spend() {
    spend(1);
  }

  /**
   * Counts several steps, for work proportional to a size.
   *
   * @throws FailureException if fewer steps are left, or the deadline has passed
   */
  public void spend(long count) {
    steps -= count;
    if (steps < 0) {
      throw new FailureException(whenSpent);
    }
    untilClock -= count;
    if (untilClock <= 0) {
      untilClock = STEPS_BETWEEN_CLOCK_READINGS;
      requireTime();
    }
  }

  /**
   * Checks the deadline; to be called before a step that cannot be interrupted.
   *
   * @throws FailureException of kind TIMEOUT if the deadline has passed
   */
  public void requireTime() {
    if (deadline.passed()) {
      throw late();
    }
  }

  static FailureException late() {
    return FailureException.of(
        FailureKind.TIMEOUT, "suite.timeout", "It took too long; try again, or send less.");
  }
}
