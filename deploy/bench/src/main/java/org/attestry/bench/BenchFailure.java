package org.attestry.bench;

/** Nothing, or a case, could not be measured. The message states the reason for the user. */
final class BenchFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BenchFailure(String message) {
    super(message);
  }

  BenchFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
