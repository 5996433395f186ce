package org.attestry.credential.key;

/** The state of a key. */
public enum KeyState {
  /** Signs and verifies. An issuer has one such key of each type. */
  ACTIVE,
  /** Verifies its earlier signatures only. */
  VERIFY_ONLY,
  /** None of its signatures is trusted. */
  REVOKED
}
