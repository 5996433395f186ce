package org.attestry.testkit.servers;

/** A server cannot start or has died. The message states what happened and the remedy. */
public final class ServerFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public ServerFailure(String message) {
    super(message);
  }

  public ServerFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
