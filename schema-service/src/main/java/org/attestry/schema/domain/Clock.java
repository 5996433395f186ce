package org.attestry.schema.domain;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Now, in the milliseconds that records show. */
final class Clock {

  private Clock() {}

  static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MILLIS);
  }
}
