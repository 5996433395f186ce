package org.attestry.adopt.report;

/**
 * The command cannot go on: a server is unavailable or replies something unexpected. The message
 * says what to do; the command can be started again.
 */
public final class AdoptFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public AdoptFailure(String message) {
    super(message);
  }

  public AdoptFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
