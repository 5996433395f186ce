package org.attestry.contracts;

import java.util.List;

/**
 * Why an operation did not happen, in words that may leave the suite.
 *
 * @param kind what sort of failure
 * @param code stable dotted code, such as {@code registry.entity.not-found}
 * @param message one sentence that says what to do
 * @param violations what is wrong with the input, empty where nothing is
 * @param report a JSON object whose members the client is shown beside the violations, or null
 */
public record Failure(
    FailureKind kind, String code, String message, List<Violation> violations, JsonBytes report) {

  public Failure {
    violations = violations == null ? List.of() : List.copyOf(violations);
  }

  /** A failure that has nothing to show beside its violations. */
  public Failure(FailureKind kind, String code, String message, List<Violation> violations) {
    this(kind, code, message, violations, null);
  }

  public static Failure of(FailureKind kind, String code, String message) {
    return new Failure(kind, code, message, List.of());
  }

  /** An input that breaks one rule at one place. */
  public static Failure invalid(String code, String pointer, String rule, String message) {
    return new Failure(
        FailureKind.INVALID, code, message, List.of(new Violation(pointer, rule, message)));
  }

  public FailureException exception() {
    return new FailureException(this);
  }
}
