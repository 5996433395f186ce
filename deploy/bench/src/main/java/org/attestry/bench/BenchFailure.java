package org.attestry.bench;

/** Why nothing, or not this case, could be measured: a sentence for a person. */
final class BenchFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BenchFailure(String message) {
    super(message);
  }

  BenchFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
