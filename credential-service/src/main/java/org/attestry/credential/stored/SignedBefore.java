package org.attestry.credential.stored;

/** The same document has been signed within the same second: the signature is stored already. */
public final class SignedBefore extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public SignedBefore() {
    super("signed before", null, false, false);
  }
}
