package org.attestry.contracts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import org.junit.jupiter.api.Test;

class FailureTest {

  @Test
  void listsTheFirstViolationsAndCountsTheOthers() {
    Violation one = new Violation("/name", "type", "Send a string.");

    Failure failure =
        new Failure(FailureKind.INVALID, "test", "No.", Collections.nCopies(100_000, one));

    assertEquals(Failure.MOST_VIOLATIONS, failure.violations().size());
    assertEquals(99_900, failure.moreViolations());
  }
}
