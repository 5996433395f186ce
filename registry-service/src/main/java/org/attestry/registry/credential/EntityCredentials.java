package org.attestry.registry.credential;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.List;
import org.attestry.condition.Evaluations;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.attestation.AttestationInput;
import org.attestry.registry.attestation.Attestations;
import org.attestry.registry.attestation.AttestedValues;
import org.attestry.registry.attestation.AutomatedAttestations;
import org.attestry.registry.credential.CredentialIssuer.Subject;
import org.attestry.registry.stored.Credential;
import org.attestry.registry.stored.EntityFacts;
import org.attestry.registry.stored.PgEntityStore;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.async.AsyncCall;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.json.Projection;

/**
 * The credentials of an entity: the one of its content, and those over attested values. Policies of
 * {@code type: AUTOMATED} are granted here.
 *
 * @param workers evaluate conditions that take long
 */
public record EntityCredentials(PgEntityStore store, CredentialIssuer issuer, Workers workers) {

  private static final AttestationInput ALL = new AttestationInput(null, null);

  /**
   * Returns the entity with the credential of its content and with the attestations that automated
   * policies grant now. If one credential cannot be issued, those issued before it are withdrawn.
   *
   * @param stored the stored entity, or null for a new one
   * @param next the version that is to be stored
   */
  public Future<StoredEntity> withCredentials(
      PublishedType type, StoredEntity stored, StoredEntity next, CallContext context) {
    Future<StoredEntity> issued = issueForContent(type, next, context);
    for (AttestationPolicy policy : type.config().attestationPolicies()) {
      if (AutomatedAttestations.isAutomated(policy)) {
        issued =
            issued.compose(
                before ->
                    grantIfItHolds(type, policy, before, context)
                        .recover(cause -> withdraw(type, stored, before, context, cause)));
      }
    }
    return issued;
  }

  private Future<StoredEntity> withdraw(
      PublishedType type,
      StoredEntity stored,
      StoredEntity unused,
      CallContext context,
      Throwable cause) {
    return store
        .publish(EntityFacts.ofUnused(type, stored, unused, context))
        .transform(done -> Future.failedFuture(cause));
  }

  /**
   * Issues the entity's own credential if the type has a credential template and the entity is
   * complete; otherwise ends the former one.
   */
  Future<StoredEntity> issueForContent(
      PublishedType type, StoredEntity entity, CallContext context) {
    JsonBytes template = type.config().credentialTemplate();
    if (template == null || !entity.complete()) {
      return Future.succeededFuture(entity.withCredential(entity.credential().ended()));
    }
    Subject subject = Subject.of(type, entity, null, entity.credential().status());
    return issuer
        .issue(subject, template, signed(type, entity), context)
        .map(issued -> entity.withCredential(issued.replacing(entity.credential())));
  }

  /** Returns the fields of the entity that the type's template may read. */
  private static ObjectNode signed(PublishedType type, StoredEntity entity) {
    List<FieldPath> fields = type.config().signedFields();
    ObjectNode all = entity.body();
    ObjectNode data = fields.isEmpty() ? all.deepCopy() : new Projection(fields).of(all);
    return data.put("osid", entity.osid());
  }

  /**
   * Issues a credential over the attested data. Returns {@link Credential#NONE} if the policy has
   * no template, and {@link Credential#DUE} if the credential is signed later.
   */
  public Future<Credential> issueForAttestation(
      PublishedType type, StoredEntity entity, Attestation attestation, CallContext context) {
    AttestationPolicy policy = type.policy(attestation.policy()).orElse(null);
    if (policy == null || policy.credentialTemplate() == null) {
      return Future.succeededFuture(Credential.NONE);
    }
    return AsyncCall.of(
        () -> {
          AttestedValues.requireAllOf(policy, attestation);
          return issuer.issue(
              Subject.of(type, entity, policy.name(), attestation.status()),
              policy.credentialTemplate(),
              attestation.propertyData(),
              context);
        });
  }

  private Future<StoredEntity> grantIfItHolds(
      PublishedType type, AttestationPolicy policy, StoredEntity entity, CallContext context) {
    if (Attestations.isPublishedOrOpen(entity.attestations(), policy)
        || Attestations.isFull(entity.attestations(), policy, null)) {
      return Future.succeededFuture(entity);
    }
    Attestation raised = automated(entity, policy, ALL, context);
    return raised.propertyData().isEmpty()
        ? Future.succeededFuture(entity)
        : holds(policy, raised, entity, context)
            .compose(
                holds ->
                    holds ? grant(type, entity, raised, context) : Future.succeededFuture(entity));
  }

  /**
   * Grants an automated policy that a request raises. An attestation that the policy has already
   * granted is kept unless its credential was revoked.
   *
   * @return fails with CONFLICT if the policy's condition is false
   */
  public Future<StoredEntity> grantAutomated(
      PublishedType type,
      AttestationPolicy policy,
      StoredEntity entity,
      AttestationInput input,
      CallContext context) {
    if (Attestations.isValid(entity.attestations(), policy, input.propertiesOSID())) {
      return Future.succeededFuture(entity);
    }
    Attestation raised = automated(entity, policy, input, context);
    return holds(policy, raised, entity, context)
        .compose(
            holds ->
                holds
                    ? grant(type, entity, raised, context)
                    : Future.failedFuture(doesNotHold(policy).exception()));
  }

  private static Failure doesNotHold(AttestationPolicy policy) {
    return Failure.of(
        FailureKind.CONFLICT,
        "registry.attestation.condition",
        "The condition of the policy '%s' does not hold for this entity.".formatted(policy.name()));
  }

  private Future<Boolean> holds(
      AttestationPolicy policy, Attestation raised, StoredEntity entity, CallContext context) {
    return new Evaluations(workers, context.deadline())
        .run(
            budget ->
                AutomatedAttestations.holds(
                    policy, (ObjectNode) raised.propertyData(), entity.body(), budget));
  }

  private static Attestation automated(
      StoredEntity entity, AttestationPolicy policy, AttestationInput input, CallContext context) {
    return Attestations.raised(
        entity.attestations(),
        policy,
        null,
        input.propertiesOSID(),
        input.additionalInput(),
        entity.body(),
        context.caller().userId());
  }

  private Future<StoredEntity> grant(
      PublishedType type, StoredEntity entity, Attestation raised, CallContext context) {
    Attestation granted = Attestations.underSuspension(entity.attestations(), raised);
    return issueForAttestation(type, entity, granted, context)
        .map(
            credential ->
                entity.withAttestations(
                    Attestations.grant(
                        entity.attestations(),
                        granted,
                        null,
                        credential.json(),
                        credential.id(),
                        credential.due())));
  }
}
