package org.attestry.condition;

import java.time.Duration;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.runtime.fair.Budget;

/** Budgets of tests. */
final class Budgets {

  static final Failure SPENT = Failure.of(FailureKind.UNPROCESSABLE, "suite.test", "spent");

  private Budgets() {}

  static Budget unlimited() {
    return of(Long.MAX_VALUE);
  }

  static Budget of(long steps) {
    return Budget.of(Duration.ofHours(1), steps, SPENT);
  }
}
