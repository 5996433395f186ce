package org.attestry.claims;

import java.time.Duration;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.runtime.fair.Budget;

/** What a test may spend on conditions. */
public final class Budgets {

  private Budgets() {}

  public static Budget of(long steps) {
    Failure spent = Failure.of(FailureKind.UNPROCESSABLE, "test.spent", "spent");
    return Budget.of(Duration.ofMinutes(1), steps, spent);
  }
}
