package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.Failure;
import org.attestry.contracts.claims.AttestClaimRequest;
import org.attestry.contracts.claims.AttestedClaim;
import org.attestry.contracts.claims.ClaimGranted;
import org.attestry.contracts.claims.ClaimRejected;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimView.Note;
import org.attestry.contracts.claims.ClaimsFacts;
import org.attestry.contracts.claims.Decision;
import org.attestry.runtime.facts.Facts;

/**
 * Grants or rejects a claim. The decision is committed first; the answer comes when the registry
 * shows it, and is UNAVAILABLE when it does not in time: the same fact is on its way through Kafka.
 */
public final class AttestClaim {

  private static final int LONGEST_NOTE = 10_000;

  private final ClaimStore store;
  private final Registry registry;
  private final Attestors attestors;

  public AttestClaim(ClaimStore store, Registry registry) {
    this.store = store;
    this.registry = registry;
    this.attestors = new Attestors(registry);
  }

  public Future<AttestedClaim> attest(AttestClaimRequest request, CallContext context) {
    if (!context.caller().known()) {
      throw ClaimFailures.unauthenticated();
    }
    Decision decision = decision(request.action());
    checkNotes(request.notes());
    UUID id = ClaimFailures.id(request.claimId());
    return store
        .find(id)
        .map(found -> found.orElseThrow(ClaimFailures::unknown))
        .compose(claim -> requireAttestor(claim, request.entityName(), context))
        .compose(claim -> decide(claim, decision, request.notes(), context));
  }

  private Future<Claim> requireAttestor(Claim claim, String type, CallContext context) {
    if (!claim.audience().attestorEntity().equals(type)) {
      throw ClaimFailures.notTheAttestor();
    }
    return attestors
        .mayDecide(claim, context)
        .map(
            may -> {
              if (!may) {
                throw ClaimFailures.notTheAttestor();
              }
              return claim;
            });
  }

  private Future<AttestedClaim> decide(
      Claim claim, Decision decision, String notes, CallContext context) {
    if (claim.status() == ClaimStatus.CLOSED) {
      throw ClaimFailures.closed();
    }
    String by = context.caller().userId();
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    Note note = notes == null || notes.isBlank() ? null : new Note(by, now, notes);
    Fact fact = fact(claim, decision, by, context);
    return store
        .decide(claim.id(), decision, by, now, note, fact)
        .compose(
            won -> {
              if (!won) {
                throw ClaimFailures.closed();
              }
              return registry
                  .tell(fact, context)
                  .recover(late -> Future.failedFuture(ClaimFailures.notYetShown()));
            })
        .map(new AttestedClaim(claim.id().toString(), decision, state(decision)));
  }

  private static Fact fact(Claim claim, Decision decision, String by, CallContext context) {
    String id = claim.id().toString();
    return decision == Decision.GRANTED
        ? Facts.of(
            ClaimsFacts.CLAIM_GRANTED,
            claim.entityId(),
            new ClaimGranted(id, claim.entity(), claim.entityId(), claim.attestationName(), by),
            context)
        : Facts.of(
            ClaimsFacts.CLAIM_REJECTED,
            claim.entityId(),
            new ClaimRejected(id, claim.entity(), claim.entityId(), claim.attestationName(), by),
            context);
  }

  /** The attested property's state after the decision (seed 3.1). */
  private static String state(Decision decision) {
    return decision == Decision.GRANTED ? "PUBLISHED" : "REJECTED";
  }

  private static Decision decision(String action) {
    return switch (action) {
      case "GRANT_CLAIM" -> Decision.GRANTED;
      case "REJECT_CLAIM" -> Decision.REJECTED;
      case null, default ->
          throw Failure.invalid(
                  "claims.action.invalid",
                  "/action",
                  "enum",
                  "The action is GRANT_CLAIM or REJECT_CLAIM.")
              .exception();
    };
  }

  private static void checkNotes(String notes) {
    if (notes != null && (notes.length() > LONGEST_NOTE || notes.indexOf('\0') >= 0)) {
      throw Failure.invalid(
              "claims.notes.invalid",
              "/notes",
              "maxLength",
              "Notes have up to %d characters, none of them NUL.".formatted(LONGEST_NOTE))
          .exception();
    }
  }
}
