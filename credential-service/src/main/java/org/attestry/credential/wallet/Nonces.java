package org.attestry.credential.wallet;

import java.time.Duration;
import java.time.Instant;

/**
 * Nonces for proofs of possession (OpenID4VCI 1.0, section 7). Nothing is stored when one is made,
 * because anybody may request one: it says itself until when it is accepted, under a key that all
 * replicas have. What is stored is which were used.
 */
public interface Nonces {

  /** How long a nonce is accepted. */
  Duration LIFE = Duration.ofMinutes(5);

  String next(Instant now);

  /** Whether it was made here and is accepted now, unless it was used before. */
  boolean isAccepted(String nonce, Instant now);
}
