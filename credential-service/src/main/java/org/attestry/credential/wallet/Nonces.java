package org.attestry.credential.wallet;

import java.time.Duration;
import java.time.Instant;

/**
 * Nonces for proofs of possession (OpenID4VCI 1.0, section 7). A new nonce is not stored, because
 * anybody may request one: it contains its own end, authenticated with a key that all replicas
 * have. Only used nonces are stored.
 */
public interface Nonces {

  /** How long a nonce is accepted. */
  Duration LIFE = Duration.ofMinutes(5);

  String next(Instant now);

  /**
   * Says whether the nonce was made here and has not expired. Whether it was used is checked
   * elsewhere.
   */
  boolean isAccepted(String nonce, Instant now);
}
