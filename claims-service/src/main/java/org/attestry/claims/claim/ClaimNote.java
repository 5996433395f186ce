package org.attestry.claims.claim;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.claims.ClaimView;

/**
 * A note on a claim.
 *
 * @param id the attempt id of the request that added the note, or null for the note of a decision
 * @param by user id
 * @param tokenId {@code jti} of the caller's token, or null
 * @param documents locations of documents of the claim's entity
 */
public record ClaimNote(
    UUID id, String by, String tokenId, Instant at, String text, List<String> documents) {

  private static final int LONGEST = 10_000;

  public ClaimNote {
    documents = documents == null ? List.of() : List.copyOf(documents);
  }

  /**
   * Checks the text of a note.
   *
   * @param pointer the pointer to the text in the request
   * @throws org.attestry.contracts.FailureException INVALID if the text is too long or contains NUL
   */
  public static String checked(String text, String pointer) {
    if (text.length() > LONGEST || text.indexOf('\0') >= 0) {
      throw FailureException.invalid(
          "claims.notes.invalid",
          pointer,
          "maxLength",
          "Notes have up to %d characters, none of them NUL.".formatted(LONGEST));
    }
    return text;
  }

  public ClaimView.Note view() {
    return new ClaimView.Note(by, at, text, documents);
  }
}
