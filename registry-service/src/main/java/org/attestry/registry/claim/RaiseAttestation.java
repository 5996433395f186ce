package org.attestry.registry.claim;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.AttestationOperations.AttestationReceipt;
import org.attestry.contracts.registry.AttestationOperations.RaiseAttestationRequest;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.registry.access.AccessRules;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.attestation.AttestationInput;
import org.attestry.registry.attestation.Attestations;
import org.attestry.registry.attestation.AttestedValues;
import org.attestry.registry.attestation.AutomatedAttestations;
import org.attestry.registry.attestation.PolicyChoice;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.credential.EntityCredentials;
import org.attestry.registry.stored.EntityChanges;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.stored.TransactionalStep;
import org.attestry.registry.types.PublishedType;
import org.attestry.registry.validation.EntityValidator;
import org.attestry.registry.validation.Violations;
import org.attestry.runtime.idempotency.KeyedRequests;
import org.attestry.runtime.idempotency.KeyedRequests.RequestAttempt;
import org.attestry.runtime.json.Json;

/** Raises an attestation by policy (interface 6.1, {@code /api/v1/send}). */
public record RaiseAttestation(
    TypeCatalogue types,
    KeyedRequests requests,
    EntityChanges changes,
    EntityCredentials credentials) {

  public Future<AttestationReceipt> handle(RaiseAttestationRequest request, CallContext context) {
    require(request.entityName(), "entityName");
    require(request.entityId(), "entityId");
    require(request.name(), "name");
    return types
        .require(request.entityName())
        .compose(
            type -> {
              AccessRules.requireTokenUnlessOpen(type.config(), context.caller());
              return requests.once(
                  AttestationOperations.RAISE_ATTESTATION,
                  request,
                  context,
                  attempt -> raise(type, request, attempt, context));
            });
  }

  private Future<AttestationReceipt> raise(
      PublishedType type,
      RaiseAttestationRequest request,
      RequestAttempt attempt,
      CallContext context) {
    AttestationPolicy policy = PolicyChoice.named(type, request.name());
    AttestationInput input =
        new AttestationInput(
            objectOrNull(request.propertiesOSID(), "/propertiesOSID"),
            objectOrNull(request.additionalInput(), "/additionalInput"));
    AttestedValues.requireOsids(input.propertiesOSID());
    requireInput(type, policy, input.additionalInput(), context.deadline());
    EntityChanges.Request change =
        EntityChanges.Request.of(
                type,
                request.entityId(),
                "raiseAttestation",
                null,
                entity -> AccessRules.contribute(type.config(), context.caller(), entity.owners()),
                context)
            .with(entity -> TransactionalStep.storing(attempt, receipt(entity, policy, input)));
    return changes
        .apply(
            change,
            before ->
                raised(type, before, policy, input, context)
                    .map(after -> after == before ? unchanged(before, attempt) : after))
        .map(entity -> receipt(entity, policy, input));
  }

  /**
   * Returns the unchanged entity. A request with an idempotency key stores its reply, and so needs
   * a write even if nothing changes: it gets a new version.
   */
  private static StoredEntity unchanged(StoredEntity entity, RequestAttempt attempt) {
    return !attempt.keyed() ? entity : entity.withAttestations(entity.attestations());
  }

  private Future<StoredEntity> raised(
      PublishedType type,
      StoredEntity before,
      AttestationPolicy policy,
      AttestationInput input,
      CallContext context) {
    AttestedValues.requireSome(policy, input.propertiesOSID(), before.body());
    if (AutomatedAttestations.isAutomated(policy)) {
      return credentials.grantAutomated(type, policy, before, input, context);
    }
    List<Attestation> attestations =
        Attestations.raisePolicy(
            before.attestations(),
            policy,
            input.propertiesOSID(),
            input.additionalInput(),
            before.body(),
            context.caller().userId());
    return Future.succeededFuture(before.withAttestations(attestations));
  }

  /** Fails with INVALID if the additional input does not match the schema in the policy. */
  private static void requireInput(
      PublishedType type, AttestationPolicy policy, JsonNode input, Deadline deadline) {
    EntityValidator validator = type.inputValidator(policy);
    if (validator == null) {
      return;
    }
    JsonNode given = input == null ? Json.object() : input;
    Violations wrong =
        validator
            .check(given, EntityValidator.medium(deadline))
            .each(v -> new Violation("/additionalInput" + v.pointer(), v.rule(), v.message()));
    if (!wrong.isEmpty()) {
      String message =
          "The additional input is not as the policy '%s' describes it; see result.violations."
              .formatted(policy.name());
      throw wrong.failure(FailureKind.INVALID, "registry.attestation.input", message).exception();
    }
  }

  private static AttestationReceipt receipt(
      StoredEntity entity, AttestationPolicy policy, AttestationInput input) {
    Attestation raised =
        Attestations.ofItems(entity.attestations(), policy, input.propertiesOSID());
    return new AttestationReceipt(raised.osid(), raised.claimId());
  }

  private static void require(String value, String member) {
    if (value == null || value.isBlank()) {
      throw FailureException.invalid(
          "registry.attestation.incomplete",
          "/" + member,
          "required",
          "The request must say '%s'.".formatted(member));
    }
  }

  private static JsonNode objectOrNull(JsonBytes json, String pointer) {
    JsonNode node = json == null ? null : Json.parse(json);
    if (node == null || node.isNull() || (node.isObject() && node.isEmpty())) {
      return null;
    }
    if (!node.isObject()) {
      throw FailureException.invalid(
          "registry.attestation.invalid", pointer, "type", "Send a JSON object.");
    }
    return node;
  }
}
