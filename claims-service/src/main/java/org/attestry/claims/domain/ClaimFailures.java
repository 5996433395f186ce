package org.attestry.claims.domain;

import java.util.UUID;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.claims.Decision;

/** The failures of the claim use cases. */
public final class ClaimFailures {

  private ClaimFailures() {}

  /** Also the answer to a caller who may not know of the claim. */
  static FailureException unknown() {
    return Failure.of(
            FailureKind.NOT_FOUND,
            "claims.claim.not-found",
            "There is no such claim; its id stands in the entity as '_osClaimId/{property}'.")
        .exception();
  }

  /** The id as it is stored; what cannot be one is unknown. */
  static UUID id(String text) {
    try {
      UUID id = UUID.fromString(text);
      if (id.toString().equalsIgnoreCase(text)) {
        return id;
      }
    } catch (IllegalArgumentException notAnId) {
      throw unknown();
    }
    throw unknown();
  }

  static FailureException unauthenticated() {
    return Failure.of(
            FailureKind.UNAUTHENTICATED,
            "claims.unauthenticated",
            "This operation needs a bearer token; get one and send it.")
        .exception();
  }

  static FailureException notTheAttestor() {
    return Failure.of(
            FailureKind.FORBIDDEN,
            "claims.attest.forbidden",
            "User is not allowed to perform the operation on this entity")
        .exception();
  }

  static FailureException closed(Decision decision) {
    return Failure.of(
            FailureKind.CONFLICT,
            "claims.claim.closed",
            "The claim is closed, it was %s; a decision is final until the property is sent again."
                .formatted(decision))
        .exception();
  }

  /** The failure of an attempt to open a claim that took longer than attempts are remembered. */
  public static FailureException raisedTooSlowly() {
    return Failure.of(
            FailureKind.UNAVAILABLE,
            "claims.raise.too-slow",
            "Opening the claim took too long; it is tried again.")
        .exception();
  }

  static FailureException inFlight() {
    return Failure.of(
            FailureKind.CONFLICT,
            "claims.request.in-flight",
            "The same request is being worked on; ask again shortly.")
        .exception();
  }

  static FailureException keyReused() {
    return Failure.of(
            FailureKind.UNPROCESSABLE,
            "claims.request.key-reused",
            "Another request has this Idempotency-Key; use a new key for a new request.")
        .exception();
  }
}
