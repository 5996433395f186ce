package org.attestry.claims.raise;

import io.vertx.core.Future;
import java.util.UUID;
import org.attestry.claims.claim.PgClaimStore;
import org.attestry.claims.claim.PgClaimStore.Closing;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.registry.EntityDeleted;
import org.attestry.contracts.registry.RegistryFacts.EndedAttestation;
import org.attestry.runtime.facts.FactHandler;

/**
 * Closes claims whose attestations the registry has decided, or which no longer wait for a
 * decision.
 */
public record CloseClaims(PgClaimStore store) {

  /** Returns the handler of the facts that an attestation ended with this decision. */
  public FactHandler<EndedAttestation> as(Decision decision) {
    return (fact, ended, context) -> {
      Closing closing =
          new Closing(
              UUID.fromString(ended.claimId()),
              decision,
              ended.attempt(),
              ended.userId(),
              fact.time());
      return store
          .once(fact, ended.osid(), transaction -> transaction.close(closing, context))
          .mapEmpty();
    };
  }

  /** Closes all claims of a deleted entity. */
  public Future<Void> deleted(Fact fact, EntityDeleted deleted, CallContext context) {
    return store
        .once(
            fact,
            deleted.osid(),
            transaction ->
                transaction.withdraw(
                    deleted.type(), deleted.osid(), null, deleted.userId(), context))
        .mapEmpty();
  }
}
