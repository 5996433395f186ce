package org.attestry.credential.key;

import java.time.Duration;
import java.time.Instant;

/**
 * The time in which a key signed.
 *
 * @param from null if it is not known
 * @param until null if it is not known, or the key still signs
 */
public record SigningTime(Instant from, Instant until) {

  /** The time of a key about which nothing is known. */
  public static final SigningTime UNKNOWN = new SigningTime(null, null);

  public boolean known() {
    return from != null || until != null;
  }

  public boolean beginsAfter(Instant signed, Duration skew) {
    return from != null && signed.plus(skew).isBefore(from);
  }

  public boolean endsBefore(Instant signed, Duration skew) {
    return until != null && signed.minus(skew).isAfter(until);
  }
}
