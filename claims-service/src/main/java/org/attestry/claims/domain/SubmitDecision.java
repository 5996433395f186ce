package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.claims.AttestedClaim;
import org.attestry.contracts.claims.Decision;

/**
 * Submits the decision on an open claim to the registry, which takes it together with what the
 * entity shows. Its fact then closes the claim ({@link CloseClaims}): before the registry replies
 * where this service can be reached, through Kafka otherwise. Only the note is stored beforehand.
 */
final class SubmitDecision {

  private final ClaimStore store;
  private final Idempotency idempotency;
  private final AttestationRegistry registry;

  SubmitDecision(ClaimStore store, IdempotencyStore requests, AttestationRegistry registry) {
    this.store = store;
    this.idempotency = new Idempotency(requests);
    this.registry = registry;
  }

  /**
   * @param attestorType the type in whose name the caller decides, or null for a withdrawal
   * @param note the caller's, or null
   * @return fails CONFLICT when the claim is closed, and as the registry refuses
   */
  Future<AttestedClaim> submit(
      Claim claim, Decision decision, String attestorType, String note, CallContext context) {
    String text = note == null || note.isBlank() ? null : ClaimNote.checked(note, "/notes");
    return idempotency.once(
        Arrays.asList(claim.id().toString(), decision, attestorType, note),
        AttestedClaim.class,
        context,
        attempt ->
            submit(claim, attempt(attempt, claim, decision, text, context), attestorType, context));
  }

  private Future<AttestedClaim> submit(
      Claim claim, DecisionAttempt attempt, String attestorType, CallContext context) {
    if (!claim.isOpenTo(attempt.id())) {
      throw ClaimFailures.closed(claim.outcome().decision());
    }
    return store
        .begin(attempt)
        .compose(begun -> registry.decideAttestation(claim, attempt, attestorType, context))
        .recover(cause -> refused(attempt.id(), cause))
        .map(
            decided ->
                new AttestedClaim(claim.id().toString(), attempt.decision(), decided.state()));
  }

  private static DecisionAttempt attempt(
      UUID id, Claim claim, Decision decision, String note, CallContext context) {
    return new DecisionAttempt(
        id,
        claim.id(),
        decision,
        context.caller().userId(),
        context.caller().tokenId(),
        note,
        Instant.now().truncatedTo(ChronoUnit.MILLIS));
  }

  private <T> Future<T> refused(UUID attempt, Throwable cause) {
    return (Idempotency.hadNoEffect(cause) ? store.forget(attempt) : Future.succeededFuture())
        .transform(done -> Future.failedFuture(cause));
  }
}
