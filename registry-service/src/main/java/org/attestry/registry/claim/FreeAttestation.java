package org.attestry.registry.claim;

import io.vertx.core.Future;
import java.util.Optional;
import org.attestry.contracts.CallContext;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.attestation.Attestations;
import org.attestry.registry.stored.EntityChanges;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;

/**
 * Withdraws an attestation that no attestor can decide: it becomes DRAFT, and its claim is closed.
 */
record FreeAttestation(EntityChanges changes) {

  /**
   * Withdraws the attestation if it still waits for a decision on the claim; otherwise changes
   * nothing.
   */
  Future<Void> free(PublishedType type, String osid, String claimId, CallContext context) {
    EntityChanges.Request change =
        EntityChanges.Request.of(
            type, osid, "freeAttestation", null, anybody -> {}, context.asNobody());
    return changes
        .apply(change, entity -> Future.succeededFuture(freed(entity, claimId)))
        .mapEmpty();
  }

  private static StoredEntity freed(StoredEntity entity, String claimId) {
    Optional<Attestation> open = Attestations.open(entity.attestations(), claimId);
    return open.map(one -> Attestations.withdraw(entity.attestations(), one, null))
        .map(entity::withAttestations)
        .orElse(entity);
  }
}
