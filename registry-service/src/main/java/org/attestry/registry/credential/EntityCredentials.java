package org.attestry.registry.credential;

import static org.attestry.contracts.credential.CredentialOperations.ISSUE_CREDENTIAL;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import org.attestry.condition.Evaluations;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.credential.CredentialOperations.IssueCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.Suspension;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.attestation.AttestationInput;
import org.attestry.registry.attestation.Attestations;
import org.attestry.registry.attestation.AttestedValues;
import org.attestry.registry.attestation.AutomatedAttestations;
import org.attestry.registry.status.CredentialStatus;
import org.attestry.registry.stored.Credential;
import org.attestry.registry.stored.EntityFacts;
import org.attestry.registry.stored.PgEntityStore;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.async.AsyncCall;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.Projection;

/**
 * The credentials of an entity: the one of its content, and those over attested values. Policies of
 * {@code type: AUTOMATED} are granted here.
 *
 * @param signing DEFERRED to leave signing to {@link SignDue}
 * @param workers evaluate conditions that take long
 */
public record EntityCredentials(
    PgEntityStore store, SigningMode signing, BusClient bus, Workers workers) {

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
    Credential former = entity.credential();
    if (type.config().credentialTemplate() == null || !entity.complete()) {
      return Future.succeededFuture(entity.withCredential(former.ended()));
    }
    return issue(type, entity, null, signed(type, entity), former.status(), context)
        .map(issued -> entity.withCredential(issued.replacing(former)));
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
          return issue(
              type, entity, policy, attestation.propertyData(), attestation.status(), context);
        });
  }

  /**
   * Issues a credential.
   *
   * @param policy null for the credential of the entity itself
   * @param data the values that fill the template
   * @param former the status of the former credential, or null
   * @return fails with UNAVAILABLE if nothing can be signed now
   */
  private Future<Credential> issue(
      PublishedType type,
      StoredEntity entity,
      AttestationPolicy policy,
      JsonNode data,
      CredentialStatus former,
      CallContext context) {
    if (signing == SigningMode.DEFERRED) {
      return Future.succeededFuture(Credential.DUE);
    }
    IssueCredentialRequest request =
        new IssueCredentialRequest(
            type.name(),
            entity.osid(),
            policy == null ? null : policy.name(),
            policy == null ? type.config().credentialTemplate() : policy.credentialTemplate(),
            Json.write(data),
            CredentialStatus.suspension(former, Instant.now())
                .map(kept -> new Suspension(entity.version(), kept.until()))
                .orElse(null));
    // One call may issue several credentials: each request is a call with an id of its own.
    return bus.request(ISSUE_CREDENTIAL, request, context.as(Ids.next(), false))
        .map(issued -> new Credential(issued.credentialId(), issued.credential().text()));
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
