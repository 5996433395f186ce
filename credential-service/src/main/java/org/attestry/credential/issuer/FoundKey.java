package org.attestry.credential.issuer;

import org.attestry.credential.key.VerificationKey;

/**
 * What is known of the key that a proof names.
 *
 * @param key null for one that is not known
 * @param refusal why credentials of its issuer are not accepted, a reason of the check {@code
 *     issuer}; null if they are
 */
public record FoundKey(VerificationKey key, String refusal) {

  public static FoundKey of(VerificationKey key) {
    return new FoundKey(key, null);
  }

  public static FoundKey unknown(String refusal) {
    return new FoundKey(null, refusal);
  }

  /** Whether credentials of the issuer are accepted with this key. */
  public boolean speaksFor(String issuer) {
    return key != null && refusal == null && key.issuer().equals(issuer);
  }

  FoundKey refused(String reason) {
    return new FoundKey(key, reason);
  }
}
