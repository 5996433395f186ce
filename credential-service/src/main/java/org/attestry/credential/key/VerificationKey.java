package org.attestry.credential.key;

import java.security.PublicKey;
import java.util.Set;

/**
 * A key that verifies.
 *
 * @param issuer whose credentials it may have signed
 * @param publicKeyPem the key as {@link StoredKey} has it
 * @param contextDigests of contexts that its credentials may hold themselves
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

  /** The same key, which proves nothing any more. */
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
