package org.attestry.registry.domain.claim;

import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.AttestationOperations.FindRaisedClaimsRequest;
import org.attestry.contracts.registry.AttestationOperations.RaisedClaims;
import org.attestry.contracts.registry.RegistryFacts.AttestationRaised;
import org.attestry.runtime.facts.Ids;

/**
 * Finds for claims-service the claims on which attestations wait for a decision. Each request is
 * one read of an index, also for ids that do not exist.
 */
public record FindRaisedClaims(Store store) {

  public Future<RaisedClaims> handle(FindRaisedClaimsRequest request, CallContext context) {
    String wanted = request.claimId() != null ? request.claimId() : request.osid();
    return Ids.parse(wanted)
        .map(id -> request.claimId() != null ? store.claim(id) : store.ofEntity(id))
        .orElse(Future.succeededFuture(List.of()))
        .map(RaisedClaims::new);
  }

  /** The claims on which attestations wait for a decision, of entities of all types. */
  public interface Store {

    /** Returns the claim with this id; empty if no attestation waits for a decision on it. */
    Future<List<AttestationRaised>> claim(UUID claimId);

    /** Returns up to {@link FindRaisedClaimsRequest#MOST} claims of an entity, newest first. */
    Future<List<AttestationRaised>> ofEntity(UUID osid);
  }
}
