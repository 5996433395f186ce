package org.attestry.credential.issue;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.attestry.credential.key.SigningTime;

/**
 * The dates of SD-JWTs in wallets, rounded down to the hour, so that no date links one to another
 * (RFC 9901, section 10.1).
 */
final class CopyDates {

  private CopyDates() {}

  /** Returns the date of a signature. It is not before the time in which the key signed. */
  static Instant created(SigningTime key, Instant now) {
    Instant rounded = now.truncatedTo(ChronoUnit.HOURS);
    return key.from() == null || key.from().isBefore(rounded) ? rounded : key.from();
  }

  /**
   * Returns the beginning of the validity. A beginning to come is not rounded.
   *
   * @param from null for an unlimited past
   */
  static Instant beginning(Instant from, Instant now) {
    return from == null || from.isAfter(now) ? from : from.truncatedTo(ChronoUnit.HOURS);
  }
}
