package org.attestry.registry.domain;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.AttestationView;
import org.attestry.contracts.registry.ReadAttestationRequest;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.registry.domain.attestation.Attestation;
import org.attestry.registry.domain.attestation.Attestations;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.registry.domain.types.TypeCatalogue;
import org.attestry.runtime.json.Json;

/**
 * What an attestor needs to see of an attestation, for claims-service. An attestation that does not
 * wait for a decision on the claim, for whatever reason, is not open and says no more.
 */
public final class ReadAttestation {

  private static final AttestationView NOT_OPEN =
      new AttestationView(false, null, null, null, null, null, null, null, null, null);

  private final TypeCatalogue types;
  private final EntityStore store;

  public ReadAttestation(TypeCatalogue types, EntityStore store) {
    this.types = types;
    this.store = store;
  }

  public Future<AttestationView> handle(ReadAttestationRequest request, CallContext context) {
    return types
        .find(request.type())
        .compose(
            type ->
                type == null
                    ? Future.succeededFuture(NOT_OPEN)
                    : store
                        .find(type, EntityIds.parse(request.id()))
                        .map(entity -> view(type, entity, request.claimId())));
  }

  private static AttestationView view(PublishedType type, StoredEntity entity, String claimId) {
    if (entity == null || entity.deleted()) {
      return NOT_OPEN;
    }
    return Attestations.open(entity.attestations(), claimId)
        .flatMap(
            attestation ->
                type.policy(attestation.policy())
                    .map(policy -> view(type, entity, attestation, policy)))
        .orElse(NOT_OPEN);
  }

  private static AttestationView view(
      PublishedType type, StoredEntity entity, Attestation attestation, AttestationPolicy policy) {
    return new AttestationView(
        true,
        attestation.osid(),
        policy.name(),
        policy.attestorEntity(),
        policy.condition(),
        Json.write(attestation.propertyData()),
        Json.write(attestation.propertyData()),
        Json.write(EntityViews.full(type, entity)),
        attestation.additionalInput() == null ? null : Json.write(attestation.additionalInput()),
        attestation.raisedBy());
  }
}
