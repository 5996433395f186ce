package org.attestry.credential.domain;

import java.security.PrivateKey;

/**
 * A key that signs.
 *
 * @param verificationMethod the IRI that proofs name it by
 * @param issuer the DID, or other IRI, that it signs for
 */
public record SigningKey(String verificationMethod, String issuer, PrivateKey privateKey) {

  @Override
  public String toString() {
    return "SigningKey[" + verificationMethod + "]";
  }
}
