package org.attestry.claims.claim;

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
   * @param attempt the attempt that decided the claim, or null if there was no decision
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

  public ClaimStatus status() {
    return outcome == null ? ClaimStatus.OPEN : ClaimStatus.CLOSED;
  }

  /**
   * Whether the type may stand in the claim's URL path: it is the requester's or the attestor's
   * type.
   */
  public boolean isAddressedBy(String type) {
    return entity.equals(type) || audience.attestorEntity().equals(type);
  }

  /** Whether the attempt may still decide the claim, or has decided it already. */
  public boolean isOpenTo(UUID deciding) {
    return outcome == null || deciding.equals(outcome.attempt());
  }

  /**
   * Whether the caller sees the attested values, which may be hidden in the entity. The entity's
   * owners and the admin see them; an attestor sees them while the claim is open, and afterwards if
   * this attestor has decided it.
   *
   * @param attestor whether the caller is an attestor who may decide the claim
   */
  public boolean showsValues(Caller caller, boolean attestor) {
    return isOwnedBy(caller) || (outcome == null ? attestor : isDecidedBy(caller));
  }

  private boolean isDecidedBy(Caller caller) {
    boolean granted =
        caller.known() && grants.stream().anyMatch(grant -> grant.by().equals(caller.userId()));
    return granted || outcome.isDecidedBy(caller);
  }

  /** Whether the caller, who must have a token, has raised the claim. */
  public boolean isRaisedBy(Caller caller) {
    return caller.userId().equals(raisedBy);
  }

  /** Whether the caller is an owner of the claim's entity, or the admin. */
  public boolean isOwnedBy(Caller caller) {
    return caller.admin() || audience.owners().contains(caller.userId());
  }

  /**
   * Returns the view of callers who may read the claim.
   *
   * @param values whether to include the attested values
   */
  public ClaimView view(boolean values) {
    List<Note> all = notes.stream().map(ClaimNote::view).toList();
    return values ? view(propertyData, additionalInput, all) : view(null, null, all);
  }

  /**
   * Returns the view of callers without a token, for types that they may read: without attested
   * values and notes.
   */
  public ClaimView publicView() {
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
