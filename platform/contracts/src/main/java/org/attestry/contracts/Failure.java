package org.attestry.contracts;

import java.util.List;

/**
 * Why an operation failed, in words that clients may read.
 *
 * @param kind the kind of failure
 * @param code stable dotted code, such as {@code registry.entity.not-found}
 * @param message one sentence with the remedy
 * @param violations the mistakes in the input, or empty; the first {@link #MOST_VIOLATIONS} are
 *     kept, and the others are only counted in {@code moreViolations}
 * @param moreViolations the number of violations that are not listed
 * @param report a JSON object whose members are shown to the client in addition to the violations,
 *     or null
 */
public record Failure(
    FailureKind kind,
    String code,
    String message,
    List<Violation> violations,
    int moreViolations,
    JsonBytes report) {

  /** The most violations that a reply lists. */
  public static final int MOST_VIOLATIONS = 100;

  public Failure {
    List<Violation> given = violations == null ? List.of() : violations;
    int listed = Math.min(given.size(), MOST_VIOLATIONS);
    moreViolations += given.size() - listed;
    violations = List.copyOf(given.subList(0, listed));
  }

  /** Creates a failure with violations. */
  public Failure(
      FailureKind kind, String code, String message, List<Violation> violations, JsonBytes report) {
    this(kind, code, message, violations, 0, report);
  }

  /** Creates a failure without details. */
  public Failure(FailureKind kind, String code, String message, List<Violation> violations) {
    this(kind, code, message, violations, 0, null);
  }

  public static Failure of(FailureKind kind, String code, String message) {
    return new Failure(kind, code, message, List.of());
  }

  /** Returns the failure for an input with one violation. */
  public static Failure invalid(String code, String pointer, String rule, String message) {
    return new Failure(
        FailureKind.INVALID, code, message, List.of(new Violation(pointer, rule, message)));
  }

  /**
   * The message for clients, of whom not all show violations: where it is that of the first
   * violation, the pointer stands before it, such as {@code /limit: Send a whole number.} The
   * message about a hidden field has a fixed text (interface 2.3) and stays as it is.
   */
  public String sentence() {
    if (violations.isEmpty()) {
      return message;
    }
    Violation first = violations.getFirst();
    boolean about = first.message().equals(message) && !first.rule().equals("hidden");
    return about ? first.sentence() : message;
  }

  public FailureException exception() {
    return new FailureException(this);
  }
}
