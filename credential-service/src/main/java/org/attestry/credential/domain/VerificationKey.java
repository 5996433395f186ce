package org.attestry.credential.domain;

import java.security.PublicKey;
import java.util.Set;

/**
 * A key that verifies.
 *
 * @param issuer whose credentials it may have signed
 * @param contextDigests of contexts that its credentials may hold themselves
 * @param signing when it signed
 */
public record VerificationKey(
    String verificationMethod,
    String issuer,
    KeyState state,
    PublicKey publicKey,
    Set<String> contextDigests,
    SigningTime signing) {

  public VerificationKey {
    contextDigests = Set.copyOf(contextDigests);
  }

  /** The same key, whose signatures are not accepted any more. */
  VerificationKey revoked() {
    return new VerificationKey(
        verificationMethod, issuer, KeyState.REVOKED, publicKey, contextDigests, signing);
  }

  /** One of which it is not known when it signed. */
  public VerificationKey(
      String verificationMethod,
      String issuer,
      KeyState state,
      PublicKey publicKey,
      Set<String> contextDigests) {
    this(verificationMethod, issuer, state, publicKey, contextDigests, SigningTime.UNKNOWN);
  }
}
