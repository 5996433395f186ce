package org.attestry.schema.domain;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The current time in milliseconds, the precision of records. */
final class Clock {

  private Clock() {}

  static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MILLIS);
  }
}
