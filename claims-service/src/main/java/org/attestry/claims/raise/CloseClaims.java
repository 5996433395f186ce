package org.attestry.claims.raise;

import io.vertx.core.Future;
import java.util.UUID;
import java.util.stream.Stream;
import org.attestry.claims.claim.Claim;
import org.attestry.claims.claim.DecisionAttempt;
import org.attestry.claims.claim.PgClaimStore;
import org.attestry.claims.claim.PgClaimStore.Closing;
import org.attestry.claims.claim.PgClaimStore.Transaction;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FactType;
import org.attestry.contracts.claims.ClaimsFacts;
import org.attestry.contracts.claims.ClaimsFacts.ClosedClaim;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.registry.EntityDeleted;
import org.attestry.contracts.registry.RegistryFacts.EndedAttestation;
import org.attestry.runtime.facts.FactHandler;
import org.attestry.runtime.outbox.Facts;

/**
 * Closes claims whose attestations the registry has decided, or which no longer wait for a
 * decision.
 */
public record CloseClaims(PgClaimStore store) {

  /** Closes a claim as the attempt has decided it, before the fact of the decision arrives. */
  public Future<Void> close(Claim claim, DecisionAttempt attempt, CallContext context) {
    Closing closing =
        new Closing(claim.id(), attempt.decision(), attempt.id(), attempt.by(), attempt.at());
    return store.inTransaction(
        claim.entityId(), transaction -> close(transaction, closing, context));
  }

  /** Returns the handler of the facts that an attestation ended with this decision. */
  public FactHandler<EndedAttestation> as(Decision decision) {
    return (fact, ended, context) -> {
      Closing closing =
          new Closing(
              UUID.fromString(ended.claimId()),
              decision,
              ended.attempt(),
              ended.userId(),
              fact.time());
      return store
          .once(fact, ended.osid(), transaction -> close(transaction, closing, context))
          .mapEmpty();
    };
  }

  private static Future<Void> close(Transaction transaction, Closing closing, CallContext context) {
    return transaction
        .close(closing)
        .compose(closed -> publish(transaction, closed.stream(), context));
  }

  /** Closes all claims of a deleted entity. */
  public Future<Void> deleted(Fact fact, EntityDeleted deleted, CallContext context) {
    return store
        .once(
            fact,
            deleted.osid(),
            transaction ->
                transaction
                    .withdraw(deleted.type(), deleted.osid(), null, deleted.userId())
                    .compose(closed -> publish(transaction, closed.stream(), context)))
        .mapEmpty();
  }

  /** Publishes that claims were closed. */
  static Future<Void> publish(Transaction transaction, Stream<Claim> closed, CallContext context) {
    return transaction.publish(closed.map(claim -> fact(claim, context)).toList());
  }

  private static Fact fact(Claim claim, CallContext context) {
    FactType<ClosedClaim> type =
        switch (claim.outcome().decision()) {
          case GRANTED -> ClaimsFacts.CLAIM_GRANTED;
          case REJECTED -> ClaimsFacts.CLAIM_REJECTED;
          case WITHDRAWN -> ClaimsFacts.CLAIM_WITHDRAWN;
          case EXPIRED -> ClaimsFacts.CLAIM_EXPIRED;
        };
    ClosedClaim closed =
        new ClosedClaim(
            claim.id().toString(),
            claim.entity(),
            claim.entityId(),
            claim.attestationName(),
            claim.outcome().by());
    return Facts.of(type, claim.entityId(), closed, context);
  }
}
