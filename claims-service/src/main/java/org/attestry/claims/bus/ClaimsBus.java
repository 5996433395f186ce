package org.attestry.claims.bus;

import org.attestry.claims.domain.AddClaimNote;
import org.attestry.claims.domain.AttestationRegistry;
import org.attestry.claims.domain.ClaimInbox;
import org.attestry.claims.domain.ClaimStore;
import org.attestry.claims.domain.DecideClaim;
import org.attestry.claims.domain.FindClaims;
import org.attestry.claims.domain.ListClaims;
import org.attestry.claims.domain.ReadClaim;
import org.attestry.claims.domain.ReadClaimHistory;
import org.attestry.contracts.Fact;
import org.attestry.contracts.claims.ClaimsOperations;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.facts.FactHandlers;
import org.attestry.runtime.idempotency.KeyedRequests;

/** The operations of claims-service. */
public final class ClaimsBus {

  private ClaimsBus() {}

  public static BusServer bind(
      BusServer server,
      ClaimStore store,
      ClaimInbox inbox,
      KeyedRequests requests,
      AttestationRegistry registry,
      FactHandlers facts) {
    DecideClaim decide = new DecideClaim(store, requests, registry);
    FindClaims find = new FindClaims(store);
    return server
        .answer(ClaimsOperations.READ_CLAIM, new ReadClaim(store, registry)::handle)
        .answer(ClaimsOperations.LIST_CLAIMS, new ListClaims(store, inbox, registry)::handle)
        .answer(ClaimsOperations.ATTEST_CLAIM, decide::handle)
        .answer(ClaimsOperations.WITHDRAW_CLAIM, decide::handle)
        .answer(
            ClaimsOperations.ADD_CLAIM_NOTE, new AddClaimNote(store, requests, registry)::handle)
        .answer(ClaimsOperations.READ_CLAIM_HISTORY, new ReadClaimHistory(store, registry)::handle)
        .answer(ClaimsOperations.FIND_CLAIMS, find::handle)
        .answer(ClaimsOperations.FIND_OPEN_CLAIMS, find::handle)
        .answer(Fact.deliveryTo("claims"), facts::accept);
  }
}
