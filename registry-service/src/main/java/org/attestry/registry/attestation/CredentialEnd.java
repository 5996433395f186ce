package org.attestry.registry.attestation;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.TimeText;
import org.attestry.runtime.json.ValidityEnd;

/** The end of a credential's validity. */
final class CredentialEnd {

  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");

  private CredentialEnd() {}

  /**
   * Returns {@link ValidityEnd} in milliseconds; null if the credential has no end, or if it is
   * null.
   *
   * @param credential the credential as a JSON string, or null
   */
  static Instant of(String credential) {
    if (credential == null || credential.isEmpty()) {
      return null;
    }
    return ValidityEnd.of(Json.read(JsonBytes.of(credential)))
        .flatMap(TimeText::parse)
        .map(OffsetDateTime::toInstant)
        .map(CredentialEnd::inUtcYears)
        .map(instant -> instant.truncatedTo(ChronoUnit.MILLIS))
        .orElse(null);
  }

  /** Returns the nearest time of the years 1 to 9999 in UTC, which the database can compare. */
  private static Instant inUtcYears(Instant end) {
    return end.isAfter(LAST) ? LAST : end.isBefore(FIRST) ? FIRST : end;
  }
}
