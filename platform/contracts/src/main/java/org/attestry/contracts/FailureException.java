package org.attestry.contracts;

/** Carries a {@link Failure} through futures. A normal outcome, so it has no stack trace. */
public final class FailureException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Failure failure;

  public FailureException(Failure failure) {
    super(failure.code() + ": " + failure.message(), null, false, false);
    this.failure = failure;
  }

  public Failure failure() {
    return failure;
  }
}
