package org.attestry.credential.signing;

import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;

/** What is wrong with a document, up to a number that a person still reads. */
final class Violations {

  private static final int MOST = 50;

  private final List<Violation> found = new ArrayList<>();

  void add(String pointer, String rule, String message) {
    if (found.size() < MOST) {
      found.add(new Violation(pointer, rule, message));
    }
  }

  void addAll(List<String> pointers, String rule, String message) {
    if (pointers.isEmpty()) {
      add("", rule, message);
    }
    pointers.forEach(pointer -> add(pointer, rule, message));
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  /** Whether any of them breaks that rule. */
  boolean has(String rule) {
    return found.stream().anyMatch(violation -> violation.rule().equals(rule));
  }

  /**
   * @throws FailureException of kind INVALID if there is any
   */
  void refuse() {
    if (!found.isEmpty()) {
      Violation first = found.getFirst();
      String where = first.pointer().isEmpty() ? "" : " (at " + first.pointer() + ")";
      throw new Failure(
              FailureKind.INVALID,
              "credential.document.invalid",
              first.message() + where,
              List.copyOf(found))
          .exception();
    }
  }
}
