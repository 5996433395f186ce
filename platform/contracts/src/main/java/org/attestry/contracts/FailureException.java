package org.attestry.contracts;

import java.util.Arrays;
import java.util.List;

/**
 * Carries a {@link Failure} through futures. A failure is a normal outcome, so this exception has
 * no stack trace.
 */
public final class FailureException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Failure failure;

  public FailureException(Failure failure) {
    super(failure.code() + ": " + failure.message(), null, false, false);
    this.failure = failure;
  }

  /** Returns a failure without details. */
  public static FailureException of(FailureKind kind, String code, String message) {
    return Failure.of(kind, code, message).exception();
  }

  /** Returns a failure of kind CONFLICT without details. */
  public static FailureException conflict(String code, String message) {
    return of(FailureKind.CONFLICT, code, message);
  }

  /** Returns a failure of kind NOT_FOUND without details. */
  public static FailureException notFound(String code, String message) {
    return of(FailureKind.NOT_FOUND, code, message);
  }

  /** Returns a failure of kind UNAVAILABLE without details. */
  public static FailureException unavailable(String code, String message) {
    return of(FailureKind.UNAVAILABLE, code, message);
  }

  /** Returns the failure for an input with one violation. */
  public static FailureException invalid(String code, String pointer, String rule, String message) {
    return Failure.invalid(code, pointer, rule, message).exception();
  }

  /** Returns the failure for an input with these violations, with the message of the first. */
  public static FailureException invalid(String code, List<Violation> violations) {
    String message = violations.getFirst().message();
    return new Failure(FailureKind.INVALID, code, message, violations).exception();
  }

  /** Whether the cause is a failure of one of the kinds. */
  public static boolean isOf(Throwable cause, FailureKind... kinds) {
    return cause instanceof FailureException failed
        && Arrays.asList(kinds).contains(failed.failure.kind());
  }

  /** Whether the cause is a failure with the code. */
  public static boolean hasCode(Throwable cause, String code) {
    return cause instanceof FailureException failed && failed.failure.code().equals(code);
  }

  public Failure failure() {
    return failure;
  }
}
