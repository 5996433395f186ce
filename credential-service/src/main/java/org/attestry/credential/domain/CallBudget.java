package org.attestry.credential.domain;

import java.util.List;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.runtime.work.Budget;

/**
 * What one call may spend on filling, reading and canonicalizing one credential. A step takes about
 * a microsecond at the most, so that a call takes half a second of a thread at the most; an
 * ordinary credential takes a few thousand steps.
 */
public final class CallBudget {

  private static final long STEPS = 500_000;
  private static final Failure SPENT =
      new Failure(
          FailureKind.INVALID,
          "credential.document.too-complex",
          "The credential is too much work: use fewer values, loops, contexts or references between"
              + " nodes without an id.",
          List.of(new Violation("", "limit", "The credential is too much work to be read.")));

  private CallBudget() {}

  public static Budget until(Deadline deadline) {
    return new Budget(deadline, STEPS, SPENT);
  }
}
