package org.attestry.runtime.fair;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.junit.jupiter.api.Test;

class BudgetTest {

  private static final Failure TOO_MUCH =
      Failure.of(FailureKind.INVALID, "test.too-much", "Send less.");

  @Test
  void stopsAtTheStepThatIsOneTooMany() {
    Budget budget = Budget.of(Duration.ofMinutes(1), 10, TOO_MUCH);

    assertDoesNotThrow(() -> budget.spend(10));
    assertEquals(TOO_MUCH, assertThrows(FailureException.class, () -> budget.spend()).failure());
  }

  @Test
  void stopsWhenTheDeadlineHasPassed() {
    Budget budget = Budget.of(Duration.ZERO, Long.MAX_VALUE, TOO_MUCH);

    FailureException late =
        assertThrows(
            FailureException.class,
            () -> {
              for (int i = 0; i < 2_000; i++) {
                budget.spend();
              }
            });

    assertEquals(FailureKind.TIMEOUT, late.failure().kind());
  }
}
