package org.attestry.registry.entity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.AddPropertyRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.registry.access.AccessRules;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.document.PropertyPath;
import org.attestry.registry.document.SystemFields;
import org.attestry.registry.owners.EntityOwners;
import org.attestry.registry.owners.OwnerAccounts;
import org.attestry.registry.stored.EntityChanges;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.stored.TransactionalStep;
import org.attestry.registry.types.DeclaredField;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.idempotency.KeyedRequests;
import org.attestry.runtime.idempotency.KeyedRequests.RequestAttempt;
import org.attestry.runtime.json.Json;

/** Adds to a property: appends to an array, merges into an object, sets a missing value. */
public record AddProperty(
    TypeCatalogue types,
    KeyedRequests requests,
    EntityChanges changes,
    ContentReplacement content,
    OwnerAccounts accounts) {

  public Future<EntityReceipt> handle(AddPropertyRequest request, CallContext context) {
    return types
        .require(request.type())
        .compose(
            type -> {
              AccessRules.requireTokenUnlessOpen(type.config(), context.caller());
              return requests.once(
                  EntityOperations.ADD_PROPERTY,
                  request,
                  context,
                  attempt -> add(type, request, attempt, context));
            });
  }

  private Future<EntityReceipt> add(
      PublishedType type, AddPropertyRequest request, RequestAttempt attempt, CallContext context) {
    PropertyPath path = new PropertyPath(request.path());
    SystemFields.refuseAt(path.segments(), type.config());
    JsonNode value = Json.parse(request.value());
    SystemFields.refuseInside(value, path);
    EntityOwners.refusePassword(type, path);
    EntityChanges.Request change =
        EntityChanges.Request.of(
                type,
                request.id(),
                "addProperty",
                request.ifMatch(),
                entity -> AccessRules.contribute(type.config(), context.caller(), entity.owners()),
                context)
            .with(entity -> TransactionalStep.storing(attempt, receipt(type, entity)));
    JsonNode added = inList(type, path, path.unwrapped(value));
    return accounts
        .following(changes, change, before -> next(type, before, path, added, context))
        .map(entity -> receipt(type, entity));
  }

  private static EntityReceipt receipt(PublishedType type, StoredEntity entity) {
    return new EntityReceipt(type.name(), entity.osid(), entity.version());
  }

  private Future<StoredEntity> next(
      PublishedType type,
      StoredEntity before,
      PropertyPath path,
      JsonNode value,
      CallContext context) {
    HiddenFieldMerge.refuseIn(path.documentWith(value), type, before, context.caller());
    ObjectNode body = before.body().deepCopy();
    boolean replacing = AccessRules.mayChange(type.config(), context.caller(), before.owners());
    path.add(body, value.deepCopy(), replacing);
    return content.replace(type, before, body, false, context);
  }

  /**
   * Wraps a value in an array if the property is declared as an array, so that it becomes an item
   * even if the array does not exist yet.
   */
  private static JsonNode inList(PublishedType type, PropertyPath path, JsonNode value) {
    FieldPath to = path.field();
    DeclaredField field = type.fields().find(to);
    boolean item = to.segments().getLast().equals(FieldPath.ANY);
    return field != null && field.arrayDepth() > 0 && !item && !value.isArray()
        ? Json.array().add(value)
        : value;
  }
}
