package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.Set;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.claims.AttestedClaim;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.Decision;
import org.attestry.runtime.facts.Ids;

/**
 * Has open claims decided. The registry takes the decision, together with what it shows; its fact
 * then closes the claim ({@link CloseClaims}), before the registry's reply where this service is
 * there, and through Kafka otherwise. What is stored here beforehand is the note alone.
 */
final class Decisions {

  /** After these nobody knows whether the decision was taken; its note must stay. */
  private static final Set<FailureKind> UNKNOWN_OUTCOME =
      EnumSet.of(FailureKind.UNAVAILABLE, FailureKind.TIMEOUT, FailureKind.INTERNAL);

  private final ClaimStore store;
  private final Registry registry;

  Decisions(ClaimStore store, Registry registry) {
    this.store = store;
    this.registry = registry;
  }

  /**
   * @param attestorType the type in whose name the caller decides, or null for a withdrawal
   * @param note what the caller remarks, or null
   * @return fails CONFLICT when the claim is closed, and as the registry refuses
   */
  Future<AttestedClaim> decide(
      Claim claim, Decision decision, String attestorType, String note, CallContext context) {
    if (claim.status() == ClaimStatus.CLOSED) {
      throw ClaimFailures.closed(claim.decision());
    }
    Attempt attempt =
        new Attempt(
            Ids.next(),
            claim.id(),
            decision,
            context.caller().userId(),
            note == null || note.isBlank() ? null : note,
            Instant.now().truncatedTo(ChronoUnit.MILLIS));
    return store
        .begin(attempt)
        .compose(begun -> registry.decide(claim, attempt, attestorType, context))
        .recover(cause -> refused(attempt, cause))
        .map(decided -> new AttestedClaim(claim.id().toString(), decision, decided.state()));
  }

  private <T> Future<T> refused(Attempt attempt, Throwable cause) {
    boolean certain =
        cause instanceof FailureException failed
            && !UNKNOWN_OUTCOME.contains(failed.failure().kind());
    return (certain ? store.forget(attempt.id()) : Future.succeededFuture())
        .transform(done -> Future.failedFuture(cause));
  }
}
