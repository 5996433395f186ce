package org.attestry.runtime.work;

import java.time.Duration;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;

/**
 * What one call may spend on computing over what its caller sent: a number of steps, and the time
 * until its deadline. An algorithm calls {@link #spend} in its innermost loop, so that it stops on
 * the thread that it runs on, and not only for the client who waits for the answer.
 *
 * <p>The steps are what decides: the same input is refused on a busy machine and on an idle one.
 * The deadline ends work whose answer nobody waits for any more. Used by one thread at a time.
 */
public final class Budget {

  private static final int STEPS_BETWEEN_CLOCK_READINGS = 1_024;

  private final Deadline deadline;
  private final Failure whenSpent;
  private long steps;
  private long untilClock = STEPS_BETWEEN_CLOCK_READINGS;

  /**
   * @param deadline after which the work stops with a failure of kind TIMEOUT
   * @param steps after which it stops with the failure {@code whenSpent}
   * @param whenSpent what the caller is told: which input is too much work, and what to do
   */
  public Budget(Deadline deadline, long steps, Failure whenSpent) {
    this.deadline = deadline;
    this.steps = steps;
    this.whenSpent = whenSpent;
  }

  /** A budget for work that no call waits for, such as a trial while a schema is published. */
  public static Budget of(Duration longest, long steps, Failure whenSpent) {
    return new Budget(Deadline.in(longest), steps, whenSpent);
  }

  /**
   * One more step.
   *
   * @throws FailureException when it is one too many, or the deadline has passed
   */
  public void spend() {
    spend(1);
  }

  /**
   * Several steps at once, for work that is known to be proportional to a size.
   *
   * @throws FailureException when they are more than are left, or the deadline has passed
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
   * Looks at the clock, before a step that cannot be interrupted.
   *
   * @throws FailureException of kind TIMEOUT when the deadline has passed
   */
  public void requireTime() {
    if (deadline.passed()) {
      throw late();
    }
  }

  static FailureException late() {
    return Failure.of(
            FailureKind.TIMEOUT, "suite.timeout", "It took too long; try again, or send less.")
        .exception();
  }
}
