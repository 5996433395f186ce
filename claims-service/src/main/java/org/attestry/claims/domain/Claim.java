package org.attestry.claims.domain;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.Caller;
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
 * @param grants those after which it still waited for other attestors, oldest first
 * @param outcome null while open
 */
public record Claim(
    UUID id,
    String entity,
    String entityId,
    String attestationId,
    String attestationName,
    Audience audience,
    JsonBytes propertyData,
    JsonBytes additionalInput,
    String raisedBy,
    List<ClaimNote> notes,
    List<ClaimGrant> grants,
    Instant createdAt,
    Outcome outcome) {

  /**
   * How a claim was closed.
   *
   * @param by user id, or null
   * @param tokenId {@code jti} of the token of the request that closed it, or null
   * @param attempt the attempt that has decided it, or null where nobody decided
   */
  public record Outcome(Decision decision, String by, String tokenId, Instant at, UUID attempt) {

    boolean isDecidedBy(Caller caller) {
      boolean byAttestor = decision == Decision.GRANTED || decision == Decision.REJECTED;
      return byAttestor && caller.known() && caller.userId().equals(by);
    }
  }

  public Claim {
    notes = List.copyOf(notes);
    grants = List.copyOf(grants);
  }

  ClaimStatus status() {
    return outcome == null ? ClaimStatus.OPEN : ClaimStatus.CLOSED;
  }

  /** Whether a path may name the claim under this type: the requester's, or the attestor's. */
  boolean isAddressedBy(String type) {
    return entity.equals(type) || audience.attestorEntity().equals(type);
  }

  /** Whether the attempt may still decide it, or is the one that has decided it. */
  boolean isOpenTo(UUID deciding) {
    return outcome == null || deciding.equals(outcome.attempt());
  }

  /**
   * Whether the caller sees the attested values, which may be hidden in the entity: its owners and
   * the admin do; an attestor while the claim waits, or who has decided it.
   *
   * @param attestor whether the caller is among those who may decide
   */
  boolean showsValues(Caller caller, boolean attestor) {
    return isOwnedBy(caller) || (outcome == null ? attestor : isDecidedBy(caller));
  }

  private boolean isDecidedBy(Caller caller) {
    boolean granted =
        caller.known() && grants.stream().anyMatch(grant -> grant.by().equals(caller.userId()));
    return granted || outcome.isDecidedBy(caller);
  }

  /** Whether the caller, who is known, has raised it. */
  boolean isRaisedBy(Caller caller) {
    return caller.userId().equals(raisedBy);
  }

  /** Whether the caller is an owner of its entity, or the admin. */
  boolean isOwnedBy(Caller caller) {
    return caller.admin() || audience.owners().contains(caller.userId());
  }

  /**
   * The claim as callers see it who may read it.
   *
   * @param values whether with the attested values
   */
  ClaimView view(boolean values) {
    List<Note> all = notes.stream().map(ClaimNote::view).toList();
    return values ? view(propertyData, additionalInput, all) : view(null, null, all);
  }

  /** The claim as anybody sees it on an open type: without the attested values. */
  ClaimView publicView() {
    return view(null, null, List.of());
  }

  private ClaimView view(JsonBytes data, JsonBytes input, List<Note> shownNotes) {
    return new ClaimView(
        id.toString(),
        entity,
        entityId,
        status(),
        attestationId,
        attestationName,
        status() == ClaimStatus.CLOSED,
        audience.attestorEntity(),
        data,
        input,
        shownNotes,
        createdAt,
        outcome == null ? null : outcome.at(),
        outcome == null ? null : outcome.decision());
  }
}
