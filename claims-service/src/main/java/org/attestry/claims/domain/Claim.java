package org.attestry.claims.domain;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimView;
import org.attestry.contracts.claims.ClaimView.Note;
import org.attestry.contracts.claims.Decision;

/**
 * A request for a decision.
 *
 * @param entity the requester's entity type
 * @param entityId the requester's entity
 * @param attestationId the attestation record's osid
 * @param propertyData alias to attested value, as they were when it was raised
 * @param additionalInput what the requester added, or null
 * @param raisedBy user id, or null
 * @param attestedOn when it was closed, null while open
 * @param decision null while open
 * @param attempt the attempt that has decided it; null while open, and where nobody decided
 */
public record Claim(
    UUID id,
    String entity,
    String entityId,
    ClaimStatus status,
    String attestationId,
    String attestationName,
    Audience audience,
    JsonBytes propertyData,
    JsonBytes additionalInput,
    String raisedBy,
    List<Note> notes,
    Instant createdAt,
    Instant attestedOn,
    Decision decision,
    UUID attempt) {

  public Claim {
    notes = List.copyOf(notes);
  }

  /** Whether a path may name the claim under this type: the requester's, or the attestor's. */
  boolean isAddressedBy(String type) {
    return entity.equals(type) || audience.attestorEntity().equals(type);
  }

  /** Whether the attempt may still decide it, or is the one that has decided it. */
  boolean isOpenTo(UUID deciding) {
    return status == ClaimStatus.OPEN || deciding.equals(attempt);
  }

  /** What its requester and its attestors see. */
  ClaimView view() {
    return view(propertyData, additionalInput, notes);
  }

  /** What anybody sees of a claim on an open type: none of the attested values. */
  ClaimView publicView() {
    return view(null, null, List.of());
  }

  private ClaimView view(JsonBytes data, JsonBytes input, List<Note> shownNotes) {
    return new ClaimView(
        id.toString(),
        entity,
        entityId,
        status,
        attestationId,
        attestationName,
        status == ClaimStatus.CLOSED,
        audience.attestorEntity(),
        data,
        input,
        shownNotes,
        createdAt,
        attestedOn,
        decision);
  }
}
