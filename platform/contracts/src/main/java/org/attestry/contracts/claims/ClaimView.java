package org.attestry.contracts.claims;

import java.time.Instant;
import java.util.List;
import org.attestry.contracts.JsonBytes;

/**
 * A claim (interface 6.4).
 *
 * @param propertyData alias to attested value, or null where the caller may not see it
 * @param decision null while open
 */
public record ClaimView(
    String id,
    String entity,
    String entityId,
    ClaimStatus status,
    String attestationId,
    String attestationName,
    boolean closed,
    String attestorEntity,
    JsonBytes propertyData,
    JsonBytes additionalInput,
    List<Note> notes,
    Instant createdAt,
    Instant attestedOn,
    Decision decision) {

  public ClaimView {
    notes = List.copyOf(notes);
  }

  /**
   * @param by user id
   * @param documents locations of documents of the entity
   */
  public record Note(String by, Instant at, String text, List<String> documents) {

    public Note {
      documents = documents == null ? List.of() : List.copyOf(documents);
    }
  }
}
