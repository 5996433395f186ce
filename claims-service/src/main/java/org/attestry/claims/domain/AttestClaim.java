package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.claims.AttestClaimRequest;
import org.attestry.contracts.claims.AttestedClaim;
import org.attestry.contracts.claims.Decision;

/** Grants or rejects a claim. The registry checks that the caller is an attestor of it now. */
public final class AttestClaim {

  private final ClaimStore store;
  private final SubmitDecision decision;

  public AttestClaim(ClaimStore store, IdempotencyStore requests, AttestationRegistry registry) {
    this.store = store;
    this.decision = new SubmitDecision(store, requests, registry);
  }

  public Future<AttestedClaim> handle(AttestClaimRequest request, CallContext context) {
    if (!context.caller().known()) {
      throw ClaimFailures.unauthenticated();
    }
    Decision wanted = decision(request.action());
    UUID id = ClaimFailures.id(request.claimId());
    return store
        .find(id)
        .map(found -> found.orElseThrow(ClaimFailures::unknown))
        .map(claim -> requireAttestorType(claim, request.entityName(), context.caller()))
        .compose(
            claim ->
                decision.submit(claim, wanted, request.entityName(), request.notes(), context));
  }

  private static Claim requireAttestorType(Claim claim, String type, Caller caller) {
    if (!claim.audience().attestorEntity().equals(type) || !caller.roles().contains(type)) {
      throw ClaimFailures.notTheAttestor();
    }
    return claim;
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
}
