package org.attestry.credential.key;

/** What a key may still do. */
public enum KeyState {
  /** Signs and verifies; an issuer has one such key. */
  ACTIVE,
  /** Verifies what it signed. */
  VERIFY_ONLY,
  /** Nothing that it signed is trusted any more. */
  REVOKED
}
