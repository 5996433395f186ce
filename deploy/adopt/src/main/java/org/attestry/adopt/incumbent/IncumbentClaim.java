package org.attestry.adopt.incumbent;

import java.time.Instant;
import java.util.List;

/**
 * A claim of the former system.
 *
 * @param decision {@code GRANTED}, {@code REJECTED} or {@code WITHDRAWN}; null while it is open
 * @param derived whether the decision is not stored there, but follows from the attestation
 * @param raisedBy user id, or null
 * @param decidedBy user id, or null
 * @param propertyData JSON as text, or null
 */
public record IncumbentClaim(
    String id,
    String entity,
    String entityId,
    String attestationId,
    String attestationName,
    String property,
    boolean open,
    String decision,
    boolean derived,
    String decidedBy,
    Instant decidedAt,
    String attestorEntity,
    String conditions,
    String propertyData,
    String raisedBy,
    Instant createdAt,
    List<Note> notes) {

  /** A note; the former system stores who wrote it as a name or e-mail address. */
  public record Note(String by, Instant at, String text) {}
}
