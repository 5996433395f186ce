package org.attestry.credential.domain;

import java.time.Instant;
import java.util.Arrays;
import java.util.Set;

/**
 * A signing key at rest.
 *
 * @param verificationMethod the IRI that proofs name it by
 * @param issuer the DID, or other IRI, that it signs for
 * @param publicKeyPem the public part
 * @param sealedPrivateKey the private part, readable with the master key alone; empty for an
 *     imported key
 * @param contextDigests of contexts that its credentials may hold themselves
 */
public record StoredKey(
    String verificationMethod,
    String issuer,
    KeyState state,
    String publicKeyPem,
    byte[] sealedPrivateKey,
    Set<String> contextDigests,
    Instant createdAt) {

  public StoredKey {
    contextDigests = Set.copyOf(contextDigests);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StoredKey that
        && verificationMethod.equals(that.verificationMethod)
        && state == that.state
        && contextDigests.equals(that.contextDigests)
        && Arrays.equals(sealedPrivateKey, that.sealedPrivateKey);
  }

  @Override
  public int hashCode() {
    return verificationMethod.hashCode();
  }

  @Override
  public String toString() {
    return "StoredKey[" + verificationMethod + ", " + state + "]";
  }
}
