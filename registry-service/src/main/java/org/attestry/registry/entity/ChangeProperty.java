package org.attestry.registry.entity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.EntityOperations.ChangePropertyRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.registry.access.AccessRules;
import org.attestry.registry.attestation.Attestations;
import org.attestry.registry.attestation.AttestedValues;
import org.attestry.registry.attestation.PolicyChoice;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.document.PropertyPath;
import org.attestry.registry.document.SystemFields;
import org.attestry.registry.owners.EntityOwners;
import org.attestry.registry.owners.OwnerAccounts;
import org.attestry.registry.stored.EntityChanges;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.json.Json;

/**
 * Sets a property and, if the request sends it for attestation, raises the attestation in the same
 * transaction (interface 6.2).
 */
public record ChangeProperty(
    TypeCatalogue types,
    EntityChanges changes,
    ContentReplacement content,
    OwnerAccounts accounts) {

  public Future<EntityReceipt> handle(ChangePropertyRequest request, CallContext context) {
    return types.require(request.type()).compose(type -> change(type, request, context));
  }

  private Future<EntityReceipt> change(
      PublishedType type, ChangePropertyRequest request, CallContext context) {
    AccessRules.requireToken(context.caller());
    PropertyPath path = new PropertyPath(request.path());
    SystemFields.refuseAt(path.segments(), type.config());
    JsonNode value = Json.parse(request.value());
    SystemFields.refuseInside(value, path);
    EntityOwners.refusePassword(type, path);
    AttestationPolicy policy =
        request.send() ? PolicyChoice.ofProperty(type, path, request.policy()) : null;
    EntityChanges.Request change =
        EntityChanges.Request.of(
            type,
            request.id(),
            "changeProperty",
            request.ifMatch(),
            entity -> AccessRules.change(type.config(), context.caller(), entity.owners()),
            context);
    return accounts
        .following(changes, change, before -> next(type, before, path, value, policy, context))
        .map(entity -> new EntityReceipt(type.name(), entity.osid(), entity.version()));
  }

  private Future<StoredEntity> next(
      PublishedType type,
      StoredEntity before,
      PropertyPath path,
      JsonNode value,
      AttestationPolicy policy,
      CallContext context) {
    HiddenFieldMerge.refuseIn(path.documentWith(value), type, before, context.caller());
    if (policy != null) {
      Attestations.requireNotOpen(before.attestations(), path.first());
    }
    ObjectNode body = before.body().deepCopy();
    path.set(body, value.deepCopy());
    HiddenFieldMerge.keep(body, type, before, context.caller());
    return content
        .replace(type, before, body, false, context)
        .map(after -> policy == null ? after : raised(after, policy, path, context));
  }

  private static StoredEntity raised(
      StoredEntity entity, AttestationPolicy policy, PropertyPath path, CallContext context) {
    AttestedValues.requireSome(policy, path.first(), entity.body());
    return entity.withAttestations(
        Attestations.raiseProperty(
            entity.attestations(), policy, path.first(), entity.body(), context.caller().userId()));
  }
}
