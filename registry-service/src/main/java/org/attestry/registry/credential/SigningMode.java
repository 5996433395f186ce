package org.attestry.registry.credential;

/** When the credential of a write is signed. */
public enum SigningMode {
  /** Before it is stored: without a signer nothing is stored. */
  IMMEDIATE,
  /** After it is stored: a write never waits for the signer. */
  DEFERRED
}
