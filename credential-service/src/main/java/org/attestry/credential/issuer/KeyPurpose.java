package org.attestry.credential.issuer;

/** The uses of a key that a DID document names (W3C DID Core 1.0, section 5.3). */
public enum KeyPurpose {
  /** The key of an issuer, for credentials. */
  ASSERTION("assertionMethod"),

  /** The key of a holder, for presentations. */
  AUTHENTICATION("authentication");

  private final String relationship;

  KeyPurpose(String relationship) {
    this.relationship = relationship;
  }

  /** Returns the verification relationship, a member of the document. */
  public String relationship() {
    return relationship;
  }
}
