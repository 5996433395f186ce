package org.attestry.claims;

import org.attestry.claims.adoption.ImportClaims;
import org.attestry.claims.claim.BusRegistry;
import org.attestry.claims.claim.PgClaimStore;
import org.attestry.claims.decision.DecideClaim;
import org.attestry.claims.decision.ReadClaim;
import org.attestry.claims.decision.ReadClaimHistory;
import org.attestry.claims.inbox.ListClaims;
import org.attestry.claims.inbox.PgInbox;
import org.attestry.claims.note.AddClaimNote;
import org.attestry.claims.note.BusEntityFiles;
import org.attestry.claims.raise.FindClaims;
import org.attestry.claims.raise.KnownClaims;
import org.attestry.claims.raise.RaiseClaim;
import org.attestry.contracts.Fact;
import org.attestry.contracts.claims.ClaimsOperations;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.facts.FactHandlers;
import org.attestry.runtime.fair.FairQueue;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.idempotency.KeyedRequests;

/** Binds the operations of claims-service. */
final class ClaimsBus {

  private ClaimsBus() {}

  /**
   * @param workers evaluate conditions that take long
   * @param lists in which callers take turns to list claims
   */
  public static BusServer bind(
      BusServer server,
      PgClaimStore store,
      PgInbox inbox,
      KeyedRequests requests,
      BusRegistry registry,
      BusEntityFiles files,
      Workers workers,
      FairQueue lists,
      FactHandlers facts) {
    KnownClaims claims = new KnownClaims(store, registry, new RaiseClaim(store, registry));
    ReadClaim read = new ReadClaim(claims, registry, workers);
    DecideClaim decide = new DecideClaim(claims, read, requests, registry);
    FindClaims find = new FindClaims(store);
    ListClaims list = new ListClaims(claims, inbox, registry, workers);
    return server
        .bind(ClaimsOperations.READ_CLAIM, read::handle)
        .bind(
            ClaimsOperations.LIST_CLAIMS,
            (request, context) ->
                lists.run(context.deadline(), () -> list.handle(request, context)))
        .bind(ClaimsOperations.ATTEST_CLAIM, decide::attestClaim)
        .bind(ClaimsOperations.WITHDRAW_CLAIM, decide::withdrawClaim)
        .bind(
            ClaimsOperations.ADD_CLAIM_NOTE, new AddClaimNote(store, read, requests, files)::handle)
        .bind(ClaimsOperations.READ_CLAIM_HISTORY, new ReadClaimHistory(read)::handle)
        .bind(ClaimsOperations.IMPORT_CLAIMS, new ImportClaims(store, registry)::handle)
        .bind(ClaimsOperations.FIND_CLAIMS, find::findClaims)
        .bind(ClaimsOperations.FIND_OPEN_CLAIMS, find::findOpenClaims)
        .bind(Fact.deliveryTo("claims"), facts::accept);
  }
}
