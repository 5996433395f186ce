package org.attestry.credential.key;

/** The name for a new key is already used by another key. */
public final class KeyNameTaken extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public KeyNameTaken() {
    super("key name taken", null, false, false);
  }
}
