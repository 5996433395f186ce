package org.attestry.credential.call;

import java.util.List;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.runtime.fair.Budget;

/**
 * The budget of a call for filling, reading and canonicalizing one credential. A step takes about a
 * microsecond at most; a usual credential takes a few thousand steps. A caller without a token has
 * a fifth of the steps.
 */
public final class CallBudget {

  private static final long STEPS = 500_000;
  private static final long STEPS_WITHOUT_TOKEN = 100_000;
  private static final Failure SPENT =
      new Failure(
          FailureKind.INVALID,
          "credential.document.too-complex",
          "The credential is too much work: use fewer values, loops, contexts or references between"
              + " nodes without an id.",
          List.of(new Violation("", "limit", "The credential is too much work to be read.")));

  private CallBudget() {}

  public static Budget until(Deadline deadline) {
    long steps = deadline.caller().isAnonymous() ? STEPS_WITHOUT_TOKEN : STEPS;
    return new Budget(deadline, steps, SPENT);
  }
}
