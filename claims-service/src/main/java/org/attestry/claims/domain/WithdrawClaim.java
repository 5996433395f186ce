package org.attestry.claims.domain;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.claims.AttestedClaim;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.claims.WithdrawClaimRequest;

/**
 * Takes an open claim back, for who may change the entity, as the registry says. To who may not
 * read the claim it looks like none.
 */
public final class WithdrawClaim {

  private final ReadClaim reading;
  private final SubmitDecision decision;

  public WithdrawClaim(ClaimStore store, IdempotencyStore requests, AttestationRegistry registry) {
    this.reading = new ReadClaim(store, registry);
    this.decision = new SubmitDecision(store, requests, registry);
  }

  public Future<AttestedClaim> handle(WithdrawClaimRequest request, CallContext context) {
    return reading
        .find(request.entityName(), request.claimId(), context)
        .compose(
            claim -> {
              if (!claim.entity().equals(request.entityName())) {
                throw ClaimFailures.unknown();
              }
              return decision.submit(claim, Decision.WITHDRAWN, null, request.notes(), context);
            });
  }
}
