package org.attestry.registry.credential;

/** The time at which the credential of a write is signed. */
public enum SigningMode {
  /** Before the write is stored: without a signer nothing is stored. */
  IMMEDIATE,
  /** After the write is stored: a write never waits for the signer. */
  DEFERRED
}
