package org.attestry.contracts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.List;
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
  void namesTheMemberThatTheMessageIsAbout() {
    Violation limit = new Violation("/limit", "range", "Send a whole number.");
    Violation other = new Violation("/offset", "range", "Send 0.");
    List<Violation> both = List.of(limit, other);

    assertEquals(
        "/limit: Send a whole number.",
        new Failure(FailureKind.INVALID, "test", limit.message(), both).sentence());
    assertEquals("No.", new Failure(FailureKind.INVALID, "test", "No.", both).sentence());
    assertEquals("No.", Failure.of(FailureKind.INVALID, "test", "No.").sentence());
  }

  @Test
  void textAboutHiddenFieldsIsFixed() {
    Failure failure = Failure.invalid("test", "/filters/secret", "hidden", "field not allowed");

    assertEquals("field not allowed", failure.sentence());
  }

  @Test
  void repeatsNoPointerThatIsLongOrEmpty() {
    String pointer = "/" + "x".repeat(200);

    assertEquals("No.", Failure.invalid("test", pointer, "range", "No.").sentence());
    assertEquals("No.", Failure.invalid("test", "", "range", "No.").sentence());
  }
}
