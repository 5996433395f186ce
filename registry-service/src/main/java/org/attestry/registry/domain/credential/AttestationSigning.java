package org.attestry.registry.domain.credential;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.registry.domain.attestation.Attestation;
import org.attestry.registry.domain.attestation.AttestationInput;
import org.attestry.registry.domain.attestation.Attestations;
import org.attestry.registry.domain.attestation.AutomatedAttestations;
import org.attestry.registry.domain.stored.Credential;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.registry.domain.types.PublishedType;

/** Credentials over what is attested, and the policies that grant by themselves. */
public final class AttestationSigning {

  private final CredentialIssuer issuer;

  public AttestationSigning(CredentialIssuer issuer) {
    this.issuer = issuer;
  }

  /** A credential over the attested data; one without members where the policy has no template. */
  public Future<Credential> sign(
      PublishedType type, StoredEntity entity, Attestation attestation, CallContext context) {
    JsonBytes template =
        type.policy(attestation.policy()).map(AttestationPolicy::credentialTemplate).orElse(null);
    return template == null
        ? Future.succeededFuture(Credential.NONE)
        : issuer.issue(
            type.name(),
            entity.osid(),
            attestation.policy(),
            template,
            attestation.propertyData(),
            context);
  }

  /** The entity with what an automated policy grants now. */
  Future<StoredEntity> grantIfItHolds(
      PublishedType type, AttestationPolicy policy, StoredEntity entity, CallContext context) {
    if (Attestations.isPublishedOrOpen(entity.attestations(), policy)) {
      return Future.succeededFuture(entity);
    }
    Attestation raised = automated(entity, policy, null, null, context);
    boolean attestsSomething = !raised.propertyData().isEmpty();
    return attestsSomething && holds(policy, raised, entity)
        ? grant(type, entity, raised, context)
        : Future.succeededFuture(entity);
  }

  /**
   * An automated policy that is sent for grants at once; what it has granted already stays as it
   * is.
   *
   * @return fails CONFLICT when its condition does not hold
   */
  public Future<StoredEntity> grantAutomated(
      PublishedType type,
      AttestationPolicy policy,
      StoredEntity entity,
      AttestationInput input,
      CallContext context) {
    if (Attestations.isPublished(entity.attestations(), policy, input.propertiesOSID())) {
      return Future.succeededFuture(entity);
    }
    Attestation raised =
        automated(entity, policy, input.propertiesOSID(), input.additionalInput(), context);
    if (!holds(policy, raised, entity)) {
      return Future.failedFuture(
          Failure.of(
                  FailureKind.CONFLICT,
                  "registry.attestation.condition",
                  "The condition of the policy '%s' does not hold for this entity."
                      .formatted(policy.name()))
              .exception());
    }
    return grant(type, entity, raised, context);
  }

  private static boolean holds(AttestationPolicy policy, Attestation raised, StoredEntity entity) {
    return AutomatedAttestations.holds(policy, (ObjectNode) raised.propertyData(), entity.body());
  }

  private static Attestation automated(
      StoredEntity entity,
      AttestationPolicy policy,
      JsonNode propertiesOSID,
      JsonNode additionalInput,
      CallContext context) {
    return Attestations.automated(
        entity.attestations(),
        policy,
        propertiesOSID,
        additionalInput,
        entity.body(),
        context.caller().userId());
  }

  private Future<StoredEntity> grant(
      PublishedType type, StoredEntity entity, Attestation raised, CallContext context) {
    return sign(type, entity, raised, context)
        .map(
            credential -> {
              List<Attestation> after =
                  Attestations.grantByItself(
                      entity.attestations(), raised, credential.json(), credential.id());
              return entity.withAttestations(after);
            });
  }
}
