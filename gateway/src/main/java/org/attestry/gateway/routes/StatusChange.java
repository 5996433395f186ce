package org.attestry.gateway.routes;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.attestry.contracts.FailureException;
import org.attestry.gateway.http.Call;

/**
 * The body of a request that changes the status of a credential; it may be left out.
 *
 * @param reason for owner and admin, or null
 * @param until when a suspension ends (RFC 3339), or null
 */
record StatusChange(String reason, String until) {

  private static final StatusChange NONE = new StatusChange(null, null);

  static StatusChange of(Call call) {
    return call.body() == null ? NONE : call.body(StatusChange.class);
  }

  /** Returns when the suspension ends; fails INVALID for a text that is no time. */
  Instant end() {
    return end(until);
  }

  static Instant end(String until) {
    try {
      return until == null ? null : OffsetDateTime.parse(until).toInstant();
    } catch (DateTimeException e) {
      throw FailureException.invalid(
          "gateway.body.invalid",
          "/until",
          "date-time",
          "Write the end of the suspension as 2027-03-01T00:00:00Z (RFC 3339).");
    }
  }
}
