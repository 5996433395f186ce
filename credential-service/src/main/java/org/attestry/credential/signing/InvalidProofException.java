package org.attestry.credential.signing;

/** A proof that does not hold, with a stable reason code. A normal outcome: no stack trace. */
final class InvalidProofException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String reason;

  InvalidProofException(String reason) {
    super(reason, null, false, false);
    this.reason = reason;
  }

  String reason() {
    return reason;
  }
}
