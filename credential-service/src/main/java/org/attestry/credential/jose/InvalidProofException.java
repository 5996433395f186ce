package org.attestry.credential.jose;

/**
 * The proof is invalid, with a stable reason code. This is a normal outcome and has no stack trace.
 */
public final class InvalidProofException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String reason;

  public InvalidProofException(String reason) {
    super(reason, null, false, false);
    this.reason = reason;
  }

  public String reason() {
    return reason;
  }
}
