package org.attestry.credential.domain;

/** Another key has got the name that a new one was to have. */
public final class KeyNameTaken extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public KeyNameTaken() {
    super("key name taken", null, false, false);
  }
}
