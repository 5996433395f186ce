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

  @Test
  void namesTheMemberInTheMessageOfOneViolation() {
    Failure failure = Failure.invalid("test", "/limit", "range", "Send a whole number.");

    assertEquals("/limit: Send a whole number.", failure.message());
    assertEquals("Send a whole number.", failure.violations().getFirst().message());
  }

  @Test
  void repeatsNoPointerThatIsLongOrEmpty() {
    String pointer = "/" + "x".repeat(200);

    assertEquals("No.", Failure.invalid("test", pointer, "range", "No.").message());
    assertEquals("No.", Failure.invalid("test", "", "range", "No.").message());
  }
}
