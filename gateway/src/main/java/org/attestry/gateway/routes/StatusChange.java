package org.attestry.gateway.routes;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.attestry.contracts.FailureException;
import org.attestry.gateway.http.Call;
import org.attestry.runtime.json.TimeText;

/**
 * The body of a request that changes the status of a credential; it may be left out.
 *
 * @param reason for owner and admin, or null
 * @param until when a suspension ends (RFC 3339), or null
 */
record StatusChange(String reason, String until) {

  /** RFC 3339 has years of four digits. */
  private static final Instant AFTER_LAST = Instant.parse("+10000-01-01T00:00:00Z");

  private static final StatusChange NONE = new StatusChange(null, null);

  static StatusChange of(Call call) {
    return call.body() == null ? NONE : call.body(StatusChange.class);
  }

  /**
   * Returns when the suspension ends.
   *
   * @throws FailureException INVALID for a text that is no time of the years 1 to 9999 in UTC
   */
  Instant end() {
    return end(until);
  }

  static Instant end(String until) {
    if (until == null) {
      return null;
    }
    return time(until)
        .orElseThrow(
            () ->
                FailureException.invalid(
                    "gateway.body.invalid",
                    "/until",
                    "date-time",
                    "Write the end of the suspension as 2027-03-01T00:00:00Z (RFC 3339)."));
  }

  /** Dates without a time of day are no end: it is not said in which time zone the day ends. */
  private static Optional<Instant> time(String until) {
    return until.indexOf('T') < 0
        ? Optional.empty()
        : TimeText.parse(until)
            .map(OffsetDateTime::toInstant)
            .filter(end -> end.isBefore(AFTER_LAST));
  }
}
