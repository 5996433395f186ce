package org.attestry.credential.domain;

import java.security.PublicKey;
import java.util.Set;

/**
 * A key that verifies.
 *
 * @param issuer whose credentials it may have signed
 * @param contextDigests of contexts that its credentials may hold themselves
 */
public record VerificationKey(
    String verificationMethod,
    String issuer,
    KeyState state,
    PublicKey publicKey,
    Set<String> contextDigests) {

  public VerificationKey {
    contextDigests = Set.copyOf(contextDigests);
  }
}
