package org.attestry.credential.key;

import java.security.PublicKey;
import java.util.Set;

/**
 * A key that verifies.
 *
 * @param issuer of the credentials that it may have signed
 * @param publicKeyPem in the form of {@link StoredKey}
 * @param contextDigests of inline contexts that its credentials may have
 * @param signing when it signed
 */
public record VerificationKey(
    String verificationMethod,
    String issuer,
    KeyState state,
    PublicKey publicKey,
    String publicKeyPem,
    Set<String> contextDigests,
    SigningTime signing) {

  public VerificationKey {
    contextDigests = Set.copyOf(contextDigests);
  }

  /** Returns the same key as a revoked one. */
  public VerificationKey revoked() {
    return new VerificationKey(
        verificationMethod,
        issuer,
        KeyState.REVOKED,
        publicKey,
        publicKeyPem,
        contextDigests,
        signing);
  }
}
