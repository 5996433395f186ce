package org.attestry.registry.domain;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.AttestationReceipt;
import org.attestry.contracts.registry.RaiseAttestationRequest;
import org.attestry.contracts.registry.RegistryOperations;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.registry.domain.access.Access;
import org.attestry.registry.domain.attestation.Attestation;
import org.attestry.registry.domain.attestation.Attestations;
import org.attestry.registry.domain.attestation.PolicyChoice;
import org.attestry.registry.domain.idempotency.Attempt;
import org.attestry.registry.domain.idempotency.IdempotentRequests;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.registry.domain.types.TypeCatalogue;
import org.attestry.runtime.json.Json;

/** Raises an attestation by policy (seed 4.3, {@code /api/v1/send}). */
public final class RaiseAttestation {

  private final TypeCatalogue types;
  private final EntityChanges changes;
  private final IdempotentRequests requests;

  public RaiseAttestation(TypeCatalogue types, EntityChanges changes, IdempotentRequests requests) {
    this.types = types;
    this.changes = changes;
    this.requests = requests;
  }

  public Future<AttestationReceipt> handle(RaiseAttestationRequest request, CallContext context) {
    require(request.entityName(), "entityName");
    require(request.entityId(), "entityId");
    require(request.name(), "name");
    return types
        .require(request.entityName())
        .compose(
            type -> {
              Access.approach(type.config(), context.caller());
              return requests.once(
                  RegistryOperations.RAISE_ATTESTATION,
                  request,
                  context,
                  attempt -> raise(type, request, attempt, context));
            });
  }

  private Future<AttestationReceipt> raise(
      PublishedType type, RaiseAttestationRequest request, Attempt attempt, CallContext context) {
    AttestationPolicy policy = PolicyChoice.named(type, request.name());
    JsonNode propertiesOSID = objectOrNull(request.propertiesOSID(), "/propertiesOSID");
    JsonNode additionalInput = objectOrNull(request.additionalInput(), "/additionalInput");
    EntityChanges.Request change =
        EntityChanges.Request.of(
                type,
                request.entityId(),
                "raiseAttestation",
                null,
                entity -> Access.contribute(type.config(), context.caller(), entity.owners()),
                context)
            .answering(attempt, entity -> receipt(entity, policy, propertiesOSID));
    return changes
        .apply(
            change,
            before ->
                Future.succeededFuture(
                    raised(before, policy, propertiesOSID, additionalInput, context)))
        .map(entity -> receipt(entity, policy, propertiesOSID));
  }

  private static StoredEntity raised(
      StoredEntity before,
      AttestationPolicy policy,
      JsonNode propertiesOSID,
      JsonNode additionalInput,
      CallContext context) {
    List<Attestation> attestations =
        Attestations.raisePolicy(
            before.attestations(),
            policy,
            propertiesOSID,
            additionalInput,
            before.body(),
            context.caller().userId());
    return before.withAttestations(attestations);
  }

  private static AttestationReceipt receipt(
      StoredEntity entity, AttestationPolicy policy, JsonNode propertiesOSID) {
    Attestation raised = Attestations.ofItems(entity.attestations(), policy, propertiesOSID);
    return new AttestationReceipt(raised.osid(), raised.claimId());
  }

  private static void require(String value, String member) {
    if (value == null || value.isBlank()) {
      throw Failure.invalid(
              "registry.attestation.incomplete",
              "/" + member,
              "required",
              "The request must say '%s'.".formatted(member))
          .exception();
    }
  }

  private static JsonNode objectOrNull(JsonBytes json, String pointer) {
    JsonNode node = json == null ? null : Json.parse(json);
    if (node == null || node.isNull() || (node.isObject() && node.isEmpty())) {
      return null;
    }
    if (!node.isObject()) {
      throw Failure.invalid("registry.attestation.invalid", pointer, "type", "It is a JSON object.")
          .exception();
    }
    return node;
  }
}
