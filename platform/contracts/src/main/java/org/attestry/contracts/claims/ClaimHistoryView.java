package org.attestry.contracts.claims;

import java.time.Instant;
import java.util.List;

/**
 * What happened to a claim.
 *
 * @param propertyDataSha256 SHA-256 of the attested values as attestors see them ({@code
 *     propertyData} of the claim in UTF-8), in lower-case hex
 * @param data newest first
 */
public record ClaimHistoryView(long totalCount, String propertyDataSha256, List<Entry> data) {

  public ClaimHistoryView {
    data = List.copyOf(data);
  }

  /** What an entry is about. */
  public enum Event {
    RAISED,
    NOTE,
    GRANTED,
    REJECTED,
    WITHDRAWN
  }

  /**
   * @param by user id, or null where nobody's request caused it
   * @param tokenId {@code jti} of the token of that request, or null
   * @param before the attestation's state before a decision, else null
   * @param after the attestation's state after it was raised or decided, else null
   * @param text of a note, else null
   * @param documents of a note, else null
   */
  public record Entry(
      Event event,
      Instant at,
      String by,
      String tokenId,
      String before,
      String after,
      String text,
      List<String> documents) {}
}
