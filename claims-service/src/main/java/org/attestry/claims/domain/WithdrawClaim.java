package org.attestry.claims.domain;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.claims.AttestedClaim;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.claims.ReadClaimRequest;
import org.attestry.contracts.claims.WithdrawClaimRequest;

/**
 * Takes an open claim back, for whom the registry lets change the entity. To who may not read it,
 * it looks like none.
 */
public final class WithdrawClaim {

  private final ClaimStore store;
  private final ReadClaim reading;
  private final Decisions decisions;

  public WithdrawClaim(ClaimStore store, DecisionRequests requests, AttestationRegistry registry) {
    this.store = store;
    this.reading = new ReadClaim(store, registry);
    this.decisions = new Decisions(store, requests, registry);
  }

  public Future<AttestedClaim> handle(WithdrawClaimRequest request, CallContext context) {
    if (!context.caller().known()) {
      throw ClaimFailures.unauthenticated();
    }
    ReadClaimRequest seen = new ReadClaimRequest(request.entityName(), request.claimId());
    return reading
        .handle(seen, context)
        .compose(known -> store.find(ClaimFailures.id(request.claimId())))
        .map(
            found ->
                found
                    .filter(claim -> claim.entity().equals(request.entityName()))
                    .orElseThrow(ClaimFailures::unknown))
        .compose(
            claim -> decisions.decide(claim, Decision.WITHDRAWN, null, request.notes(), context));
  }
}
