package org.attestry.credential;

import java.time.Duration;
import org.attestry.contracts.Deadline;
import org.attestry.credential.domain.CallBudget;
import org.attestry.runtime.work.Budget;

/** What a test's call may spend. */
public final class Budgets {

  private Budgets() {}

  /** The steps of a call, and more time than it has. */
  public static Budget ofACall() {
    return CallBudget.until(Deadline.in(Duration.ofMinutes(1)));
  }
}
