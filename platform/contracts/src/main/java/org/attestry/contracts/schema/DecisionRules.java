package org.attestry.contracts.schema;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.Period;
import java.time.ZoneOffset;

/**
 * How claims of an attestation policy are decided, and what follows a grant.
 *
 * @param attestors how many different attestors must grant; one rejection ends the claim
 * @param expiresAfter ISO 8601 duration after which a claim that is not decided expires; null for
 *     never
 * @param requireNote whether a rejection needs a note
 * @param attestorMayRevoke whether attestors may revoke the credentials of its attestations
 * @param onComplete name of the policy that is raised when this one has granted, or null
 */
public record DecisionRules(
    int attestors,
    String expiresAfter,
    boolean requireNote,
    boolean attestorMayRevoke,
    String onComplete) {

  /** One attestor decides, with or without a note and at any time, and nothing follows. */
  public static final DecisionRules DEFAULT = new DecisionRules(1, null, false, false, null);

  /** Creates rules under which attestors may not revoke. */
  public DecisionRules(int attestors, String expiresAfter, boolean requireNote, String onComplete) {
    this(attestors, expiresAfter, requireNote, false, onComplete);
  }

  public DecisionRules {
    attestors = Math.max(attestors, 1);
  }

  /**
   * When a claim expires.
   *
   * @param raised when it was raised
   * @return null where claims do not expire
   * @throws DateTimeException if {@code expiresAfter} is no duration, or ends beyond all times
   */
  public Instant expiry(Instant raised) {
    if (expiresAfter == null) {
      return null;
    }
    int time = expiresAfter.indexOf('T');
    String date = time < 0 ? expiresAfter : expiresAfter.substring(0, time);
    Period days = date.equals("P") ? Period.ZERO : Period.parse(date);
    Duration rest = time < 0 ? Duration.ZERO : Duration.parse("P" + expiresAfter.substring(time));
    return raised.atOffset(ZoneOffset.UTC).plus(days).plus(rest).toInstant();
  }

  /** Whether a claim has expired that was raised then. */
  public boolean isExpired(Instant raised, Instant now) {
    Instant expiry = expiry(raised);
    return expiry != null && !now.isBefore(expiry);
  }
}
