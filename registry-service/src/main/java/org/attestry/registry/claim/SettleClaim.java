package org.attestry.registry.claim;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Done;
import org.attestry.contracts.registry.AttestationOperations.ReadAttestationRequest;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.attestation.ClaimOutcome;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.stored.FactNotifier;
import org.attestry.registry.stored.PgEntityStore;

/**
 * Has claims-service close a claim whose attestation no longer waits for a decision, even if the
 * original fact that closes the claim has not been delivered yet.
 */
public record SettleClaim(TypeCatalogue types, PgEntityStore store, FactNotifier notifier) {

  /**
   * @return fails if the claim is to be closed and claims-service does not confirm it
   */
  public Future<Done> handle(ReadAttestationRequest request, CallContext context) {
    return types
        .find(request.type())
        .compose(type -> store.findActive(type, request.id(), context.deadline()))
        .compose(
            entity -> {
              List<Attestation> now = entity == null ? List.of() : entity.attestations();
              return notifier.notifyOrFail(
                  new ClaimOutcome(request.type(), request.id(), request.claimId())
                      .fact(now, null, context.asNobody()).stream().toList(),
                  context);
            })
        .map(Done.DONE);
  }
}
