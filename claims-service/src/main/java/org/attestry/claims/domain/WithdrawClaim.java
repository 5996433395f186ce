package org.attestry.claims.domain;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.claims.AttestedClaim;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.claims.WithdrawClaimRequest;

/** Takes an open claim back, for whom the registry lets change the entity. */
public final class WithdrawClaim {

  private final ClaimStore store;
  private final Registry registry;
  private final Attestors attestors;
  private final Decisions decisions;

  public WithdrawClaim(ClaimStore store, Registry registry) {
    this.store = store;
    this.registry = registry;
    this.attestors = new Attestors(registry);
    this.decisions = new Decisions(store, registry);
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
                    .compose(
                        allowed -> decisions.decide(claim, Decision.WITHDRAWN, null, context)));
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
}
