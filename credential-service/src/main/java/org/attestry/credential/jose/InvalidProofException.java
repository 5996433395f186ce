package org.attestry.credential.jose;

/** A proof that does not hold, with a stable reason code. A normal outcome: no stack trace. */
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
