package org.attestry.bench.load;

/** Nothing, or a case, could not be measured. The message states the reason for the user. */
public final class BenchFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public BenchFailure(String message) {
    super(message);
  }

  public BenchFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
