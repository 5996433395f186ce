package org.attestry.credential.domain;

import java.util.Set;

/**
 * Makes, seals and opens keys. Its methods take CPU time: call them through {@link CryptoWorkers}.
 */
public interface KeyVault {

  /** A new RSA key of 2048 bits, in state ACTIVE. */
  StoredKey make(String verificationMethod, String issuer);

  /**
   * A public key from elsewhere, in state VERIFY_ONLY.
   *
   * @throws IllegalArgumentException if it is no RSA public key of at least 2048 bits in PEM
   */
  StoredKey imported(
      String verificationMethod, String issuer, String publicKeyPem, Set<String> contextDigests);

  /**
   * @throws IllegalStateException if the key was sealed with another master key
   */
  SigningKey open(StoredKey key);

  VerificationKey verificationKey(StoredKey key);
}
