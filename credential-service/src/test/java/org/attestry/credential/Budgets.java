package org.attestry.credential;

import java.time.Duration;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.credential.call.CallBudget;
import org.attestry.runtime.fair.Budget;

/** Budgets for tests. */
public final class Budgets {

  private Budgets() {}

  /** Returns a budget of this many steps. */
  public static Budget of(int steps) {
    Failure spent = Failure.invalid("test.spent", "", "limit", "spent");
    return new Budget(Deadline.in(Duration.ofMinutes(1)), steps, spent);
  }

  /** The steps of a call, and more time than it has. */
  public static Budget ofACall() {
    return CallBudget.until(Deadline.in(Duration.ofMinutes(1)));
  }

  /** The steps of a call without a token. */
  public static Budget ofACallWithoutToken() {
    return CallBudget.until(Deadline.in(Duration.ofMinutes(1), CallerKey.address("test")));
  }
}
