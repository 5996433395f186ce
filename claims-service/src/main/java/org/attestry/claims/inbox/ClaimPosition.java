package org.attestry.claims.inbox;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.UUID;
import org.attestry.contracts.FailureException;

/**
 * A position in a list of claims, newest first, which does not change when claims are added or
 * removed. The cursor is plain base64url, because it grants no access.
 *
 * @param before the position is before all claims that were raised before this time
 * @param beforeId and before the claims raised at this time with a smaller id
 */
public record ClaimPosition(Instant before, UUID beforeId) {

  private static final UUID FIRST = new UUID(0, 0);
  private static final UUID LAST = new UUID(-1, -1);
  private static final ClaimPosition NEWEST =
      new ClaimPosition(Instant.parse("9999-12-31T23:59:59Z"), LAST);

  /**
   * Returns the position at which a page begins.
   *
   * @param cursor the cursor of the previous page, or null
   * @param olderThan only claims raised before this time are listed; null for all
   * @throws org.attestry.contracts.FailureException INVALID if the text is not a cursor
   */
  static ClaimPosition of(String cursor, Instant olderThan) {
    ClaimPosition newest = newest(olderThan);
    ClaimPosition position = cursor == null ? newest : read(cursor);
    return position.before().isAfter(newest.before()) ? newest : position;
  }

  /** Returns the position at which the whole list begins. */
  static ClaimPosition newest(Instant olderThan) {
    if (olderThan == null || olderThan.isAfter(NEWEST.before())) {
      return NEWEST;
    }
    return new ClaimPosition(olderThan.isBefore(Instant.EPOCH) ? Instant.EPOCH : olderThan, FIRST);
  }

  String cursor() {
    String text = before + "/" + beforeId;
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static ClaimPosition read(String cursor) {
    try {
      String[] parts =
          new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.US_ASCII).split("/");
      Instant before = Instant.parse(parts[0]);
      if (parts.length == 2 && !before.isBefore(Instant.EPOCH)) {
        return new ClaimPosition(before, UUID.fromString(parts[1]));
      }
    } catch (IllegalArgumentException | DateTimeParseException none) {
      throw refused();
    }
    throw refused();
  }

  private static RuntimeException refused() {
    return FailureException.invalid(
        "claims.page.invalid",
        "/cursor",
        "cursor",
        "The cursor is none of ours; send it as it was given, or begin again without.");
  }
}
