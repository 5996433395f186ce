package org.attestry.claims.raise;

import io.vertx.core.Future;
import java.util.UUID;
import org.attestry.claims.claim.ClaimGrant;
import org.attestry.claims.claim.PgClaimStore;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.registry.RegistryFacts.AddedGrant;

/** Keeps with a claim that one of several attestors has granted it. */
public record AddGrant(PgClaimStore store) {

  public Future<Void> added(Fact fact, AddedGrant added, CallContext context) {
    return store
        .once(
            fact,
            added.osid(),
            transaction ->
                transaction.addGrant(
                    UUID.fromString(added.claimId()),
                    added.attempt(),
                    new ClaimGrant(added.userId(), null, fact.time())))
        .mapEmpty();
  }
}
