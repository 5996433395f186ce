package org.attestry.claims.claim;

import java.util.UUID;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.claims.Decision;
import org.attestry.runtime.identifier.Ids;

/** The failures of the claim use cases. */
public final class ClaimFailures {

  private static final String REGISTRY_BEHIND = "claims.refresh.registry-behind";
  private static final String ENTITY_CHANGED = "claims.raise.entity-changed";

  private ClaimFailures() {}

  /**
   * Returns the failure for an unknown claim, which is also the reply to a caller who may not see
   * the claim.
   */
  public static FailureException unknown() {
    return FailureException.notFound(
        "claims.claim.not-found",
        "There is no such claim; its id stands in the entity as '_osClaimId/{property}'.");
  }

  /** Parses a claim id; fails NOT_FOUND if the text is not an id. */
  public static UUID id(String text) {
    return Ids.parse(text).orElseThrow(ClaimFailures::unknown);
  }

  /** Returns the failure for a claim that may exist and cannot be opened now. */
  public static FailureException notOpenedYet() {
    return FailureException.unavailable(
        "claims.claim.not-opened",
        "The claim, or another of its entity, cannot be opened now; try again shortly.");
  }

  public static FailureException unauthenticated() {
    return FailureException.of(
        FailureKind.UNAUTHENTICATED,
        "claims.unauthenticated",
        "This operation needs a bearer token; get one and send it.");
  }

  public static FailureException notTheAttestor() {
    return FailureException.of(
        FailureKind.FORBIDDEN,
        "claims.attest.forbidden",
        "User is not allowed to perform the operation on this entity");
  }

  public static FailureException closed(Decision decision) {
    return FailureException.conflict(
        "claims.claim.closed",
        "The claim is closed, it was %s; a decision is final until the property is sent again."
            .formatted(decision));
  }

  /** Returns the failure of a note on a claim that already has the most notes that are possible. */
  public static FailureException tooManyNotes(int most) {
    return FailureException.conflict(
        "claims.notes.full", "The claim has %d notes, and no more are possible.".formatted(most));
  }

  /**
   * Returns the failure of an attempt to open a claim that took longer than attempts are stored.
   */
  public static FailureException raisedTooSlowly() {
    return FailureException.unavailable(
        "claims.raise.too-slow", "Opening the claim took too long; it is tried again.");
  }

  /**
   * Returns the failure for a reply from a replica of the registry that has an older policy than
   * the current one.
   */
  public static FailureException registryBehind() {
    return FailureException.unavailable(
        REGISTRY_BEHIND, "The registry does not have the newest policy yet; try again shortly.");
  }

  public static boolean isRegistryBehind(Throwable cause) {
    return FailureException.hasCode(cause, REGISTRY_BEHIND);
  }

  public static FailureException entityChanged() {
    return FailureException.unavailable(
        ENTITY_CHANGED, "The entity changes while its claim is opened; try again shortly.");
  }

  public static boolean isEntityChanged(Throwable cause) {
    return FailureException.hasCode(cause, ENTITY_CHANGED);
  }
}
