package org.attestry.registry.claim;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.AttestationOperations.FindRaisedClaimsRequest;
import org.attestry.contracts.registry.AttestationOperations.RaisedClaims;
import org.attestry.runtime.identifier.Ids;

/**
 * Finds for claims-service the claims on which attestations wait for a decision. Each request is
 * one read of an index, also for ids that do not exist.
 */
public record FindRaisedClaims(PgRaisedClaims store) {

  public Future<RaisedClaims> handle(FindRaisedClaimsRequest request, CallContext context) {
    String wanted = request.claimId() != null ? request.claimId() : request.osid();
    return Ids.parse(wanted)
        .map(id -> request.claimId() != null ? store.claim(id) : store.ofEntity(id))
        .orElse(Future.succeededFuture(List.of()))
        .map(RaisedClaims::new);
  }
}
