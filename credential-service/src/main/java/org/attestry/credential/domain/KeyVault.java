package org.attestry.credential.domain;

/** Makes, seals and opens keys. Its methods take CPU time: call them through {@link Compute}. */
public interface KeyVault {

  /** A new RSA key of 2048 bits, in state ACTIVE. */
  StoredKey make(String verificationMethod, String issuer);

  /**
   * @throws IllegalStateException if the key was sealed with another master key
   */
  SigningKey open(StoredKey key);

  VerificationKey verificationKey(StoredKey key);
}
