package org.attestry.credential.issuer;

import org.attestry.credential.key.VerificationKey;

/**
 * The key that a proof names, as far as it is known.
 *
 * @param key null if it is unknown
 * @param refusal why credentials of its issuer are not accepted, as a reason of the check {@code
 *     issuer}; null if they are accepted
 */
public record FoundKey(VerificationKey key, String refusal) {

  public static FoundKey of(VerificationKey key) {
    return new FoundKey(key, null);
  }

  public static FoundKey unknown(String refusal) {
    return new FoundKey(null, refusal);
  }

  /**
   * Says whether the known key is one of the issuer.
   *
   * @param issuer as a document states it. No key is one of an issuer that is null or empty, also
   *     not the key of a certificate that names nobody
   */
  public boolean isOf(String issuer) {
    return issuer != null && !issuer.isEmpty() && key.issuer().equals(issuer);
  }

  /** Says whether credentials of the issuer are accepted with this key. */
  public boolean speaksFor(String issuer) {
    return key != null && refusal == null && isOf(issuer);
  }

  FoundKey refused(String reason) {
    return new FoundKey(key, reason);
  }
}
