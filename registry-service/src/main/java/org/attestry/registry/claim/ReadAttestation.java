package org.attestry.registry.claim;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.AttestationOperations.AttestationView;
import org.attestry.contracts.registry.AttestationOperations.ReadAttestationRequest;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.attestation.Attestations;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.stored.EntityChanges;
import org.attestry.registry.stored.EntityIds;
import org.attestry.registry.stored.EntityViews;
import org.attestry.registry.stored.PgEntityStore;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.json.Json;

/**
 * Reads for claims-service the attestor's view of an attestation. An attestation that does not wait
 * for a decision on the claim is reported as not open, without data. An attestation whose policy
 * was removed since it was raised becomes DRAFT, because no attestor can decide it.
 */
public record ReadAttestation(TypeCatalogue types, PgEntityStore store, EntityChanges changes) {

  public Future<AttestationView> handle(ReadAttestationRequest request, CallContext context) {
    return find(request, context)
        .compose(
            found ->
                found.policyIsGone()
                    ? types
                        .refresh()
                        .compose(known -> find(request, context))
                        .compose(again -> freed(again, context))
                    : Future.succeededFuture(found))
        .map(found -> view(found.type(), found.entity(), request.claimId()));
  }

  private Future<ClaimedEntity> find(ReadAttestationRequest request, CallContext context) {
    return types
        .find(request.type())
        .compose(
            type ->
                type == null
                    ? Future.succeededFuture(new ClaimedEntity(null, null, request.claimId()))
                    : store
                        .find(type, EntityIds.parse(request.id()), context.deadline())
                        .map(entity -> new ClaimedEntity(type, entity, request.claimId())));
  }

  private Future<ClaimedEntity> freed(ClaimedEntity found, CallContext context) {
    return found.policyIsGone()
        ? new FreeAttestation(changes)
            .free(found.type(), found.entity().osid(), found.claimId(), context)
            .map(found)
        : Future.succeededFuture(found);
  }

  /**
   * @param type null if there is no such type
   * @param entity null if there is no such entity
   */
  private record ClaimedEntity(PublishedType type, StoredEntity entity, String claimId) {

    boolean policyIsGone() {
      return entity != null
          && !entity.deleted()
          && Attestations.open(entity.attestations(), claimId)
              .filter(open -> type.policy(open.policy()).isEmpty())
              .isPresent();
    }
  }

  private static AttestationView view(PublishedType type, StoredEntity entity, String claimId) {
    if (entity == null || entity.deleted()) {
      return AttestationView.NOT_OPEN;
    }
    return Attestations.open(entity.attestations(), claimId)
        .flatMap(
            attestation ->
                type.policy(attestation.policy())
                    .map(policy -> view(type, entity, attestation, policy)))
        .orElse(AttestationView.NOT_OPEN);
  }

  private static AttestationView view(
      PublishedType type, StoredEntity entity, Attestation attestation, AttestationPolicy policy) {
    return new AttestationView(
        true,
        attestation.osid(),
        policy.name(),
        policy.attestorEntity(),
        policy.condition(),
        policy.selfAttestation(),
        Json.write(attestation.propertyData()),
        Json.write(EntityViews.full(type, entity)),
        attestation.additionalInput() == null ? null : Json.write(attestation.additionalInput()),
        attestation.raisedBy(),
        entity.owners(),
        entity.version(),
        type.revision());
  }
}
