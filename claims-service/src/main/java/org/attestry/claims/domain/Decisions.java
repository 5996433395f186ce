package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.claims.AttestedClaim;
import org.attestry.contracts.claims.ClaimGranted;
import org.attestry.contracts.claims.ClaimRejected;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimView.Note;
import org.attestry.contracts.claims.ClaimWithdrawn;
import org.attestry.contracts.claims.ClaimsFacts;
import org.attestry.contracts.claims.Decision;
import org.attestry.runtime.facts.Facts;

/**
 * Decides open claims. The decision is committed here first, so that one of those that come at the
 * same time wins; the answer comes when the registry shows it, and is UNAVAILABLE when it does not
 * in time: the same fact is on its way through Kafka.
 */
final class Decisions {

  private final ClaimStore store;
  private final Registry registry;

  Decisions(ClaimStore store, Registry registry) {
    this.store = store;
    this.registry = registry;
  }

  /**
   * @param notes what the caller remarks, or null
   * @return fails CONFLICT when the claim is closed
   */
  Future<AttestedClaim> decide(Claim claim, Decision decision, String notes, CallContext context) {
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
            won ->
                won
                    ? registry
                        .tell(fact, context)
                        .recover(late -> Future.failedFuture(ClaimFailures.notYetShown()))
                    : Future.failedFuture(ClaimFailures.closed()))
        .map(new AttestedClaim(claim.id().toString(), decision, state(decision)));
  }

  private static Fact fact(Claim claim, Decision decision, String by, CallContext context) {
    String id = claim.id().toString();
    String entity = claim.entity();
    String osid = claim.entityId();
    String name = claim.attestationName();
    return switch (decision) {
      case GRANTED ->
          Facts.of(
              ClaimsFacts.CLAIM_GRANTED,
              osid,
              new ClaimGranted(id, entity, osid, name, by),
              context);
      case REJECTED ->
          Facts.of(
              ClaimsFacts.CLAIM_REJECTED,
              osid,
              new ClaimRejected(id, entity, osid, name, by),
              context);
      case WITHDRAWN -> withdrawn(claim, by, context);
    };
  }

  static Fact withdrawn(Claim claim, String by, CallContext context) {
    return Facts.of(
        ClaimsFacts.CLAIM_WITHDRAWN,
        claim.entityId(),
        new ClaimWithdrawn(
            claim.id().toString(), claim.entity(), claim.entityId(), claim.attestationName(), by),
        context);
  }

  /** The attested property's state after the decision (seed 3.1). */
  private static String state(Decision decision) {
    return switch (decision) {
      case GRANTED -> "PUBLISHED";
      case REJECTED -> "REJECTED";
      case WITHDRAWN -> "DRAFT";
    };
  }
}
