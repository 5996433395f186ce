package org.attestry.credential.key;

import java.time.Instant;
import java.util.Set;

/**
 * A stored signing key.
 *
 * @param verificationMethod its IRI in proofs
 * @param issuer the DID, or other IRI, that it signs for
 * @param publicKeyPem the public part
 * @param privatePart where the private part is
 * @param contextDigests of inline contexts that its credentials may have
 * @param createdAt when it was stored
 * @param signing when it signed
 * @param revokedAt null unless it is REVOKED
 */
public record StoredKey(
    String verificationMethod,
    String issuer,
    KeyType type,
    KeyState state,
    String publicKeyPem,
    PrivatePart privatePart,
    Set<String> contextDigests,
    Instant createdAt,
    SigningTime signing,
    Instant revokedAt) {

  public StoredKey {
    contextDigests = Set.copyOf(contextDigests);
  }

  /** Returns a new key, which was stored at the time of its creation. */
  public StoredKey(
      String verificationMethod,
      String issuer,
      KeyType type,
      KeyState state,
      String publicKeyPem,
      PrivatePart privatePart,
      Set<String> contextDigests,
      Instant createdAt,
      SigningTime signing) {
    this(
        verificationMethod,
        issuer,
        type,
        state,
        publicKeyPem,
        privatePart,
        contextDigests,
        createdAt,
        signing,
        null);
  }

  /** Whether it is a public key from elsewhere, which verifies. */
  public boolean isImported() {
    return state == KeyState.VERIFY_ONLY && privatePart.heldBy() == null;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StoredKey that
        && verificationMethod.equals(that.verificationMethod)
        && state == that.state
        && signing.equals(that.signing)
        && contextDigests.equals(that.contextDigests)
        && privatePart.equals(that.privatePart);
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
