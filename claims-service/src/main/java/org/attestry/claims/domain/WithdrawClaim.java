package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.claims.AttestedClaim;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimWithdrawn;
import org.attestry.contracts.claims.ClaimsFacts;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.claims.WithdrawClaimRequest;
import org.attestry.runtime.facts.Facts;

/**
 * Takes an open claim back, for whom the registry lets change the entity. It is committed here
 * first, where a decision that comes at the same time is too, so that one of the two wins; then the
 * registry shows it.
 */
public final class WithdrawClaim {

  /** The attested property's state afterwards. */
  private static final String DRAFT = "DRAFT";

  private final ClaimStore store;
  private final Registry registry;
  private final Attestors attestors;

  public WithdrawClaim(ClaimStore store, Registry registry) {
    this.store = store;
    this.registry = registry;
    this.attestors = new Attestors(registry);
  }

  public Future<AttestedClaim> withdraw(WithdrawClaimRequest request, CallContext context) {
    if (!context.caller().known()) {
      throw ClaimFailures.unauthenticated();
    }
    return store
        .find(ClaimFailures.id(request.claimId()))
        .map(
            found ->
                found
                    .filter(claim -> claim.entity().equals(request.entityName()))
                    .orElseThrow(ClaimFailures::unknown))
        .compose(
            claim ->
                registry
                    .authorizeWithdrawal(claim.entity(), claim.entityId(), context)
                    .recover(cause -> refuse(claim, cause, context))
                    .compose(allowed -> withdraw(claim, context)));
  }

  /** An attestor knows the claim; to others that may not withdraw it it looks like none. */
  private Future<Void> refuse(Claim claim, Throwable cause, CallContext context) {
    boolean forbidden =
        cause instanceof FailureException failed
            && failed.failure().kind() == FailureKind.FORBIDDEN;
    return forbidden
        ? attestors
            .mayDecide(claim, context)
            .compose(may -> Future.failedFuture(may ? cause : ClaimFailures.unknown()))
        : Future.failedFuture(cause);
  }

  private Future<AttestedClaim> withdraw(Claim claim, CallContext context) {
    if (claim.status() == ClaimStatus.CLOSED) {
      throw ClaimFailures.closed();
    }
    String by = context.caller().userId();
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    Fact fact = fact(claim, by, context);
    return store
        .decide(claim.id(), Decision.WITHDRAWN, by, now, null, fact)
        .compose(
            won -> {
              if (!won) {
                throw ClaimFailures.closed();
              }
              return registry
                  .tell(fact, context)
                  .recover(late -> Future.failedFuture(ClaimFailures.notYetShown()));
            })
        .map(new AttestedClaim(claim.id().toString(), Decision.WITHDRAWN, DRAFT));
  }

  private static Fact fact(Claim claim, String by, CallContext context) {
    String id = claim.id().toString();
    return Facts.of(
        ClaimsFacts.CLAIM_WITHDRAWN,
        claim.entityId(),
        new ClaimWithdrawn(id, claim.entity(), claim.entityId(), claim.attestationName(), by),
        context);
  }
}
