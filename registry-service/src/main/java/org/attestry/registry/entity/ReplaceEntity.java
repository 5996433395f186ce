package org.attestry.registry.entity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.ReplaceEntityRequest;
import org.attestry.registry.access.AccessRules;
import org.attestry.registry.access.View;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.document.SystemFields;
import org.attestry.registry.owners.OwnerAccounts;
import org.attestry.registry.stored.EntityChanges;
import org.attestry.registry.stored.EntityViews;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.json.Json;

/**
 * Replaces a whole entity (interface 4.1). A client may send back an entity that it has read and
 * changed.
 */
public record ReplaceEntity(
    TypeCatalogue types,
    EntityChanges changes,
    ContentReplacement content,
    OwnerAccounts accounts) {

  public Future<EntityReceipt> handle(ReplaceEntityRequest request, CallContext context) {
    return types.require(request.type()).compose(type -> replace(type, request, context));
  }

  private Future<EntityReceipt> replace(
      PublishedType type, ReplaceEntityRequest request, CallContext context) {
    AccessRules.requireToken(context.caller());
    if (!(Json.parse(request.entity()) instanceof ObjectNode sent)) {
      throw FailureException.invalid(
          "registry.entity.not-object", "", "type", "An entity is a JSON object.");
    }
    EntityChanges.Request change =
        EntityChanges.Request.of(
            type,
            request.id(),
            "replaceEntity",
            request.ifMatch(),
            entity -> AccessRules.change(type.config(), context.caller(), entity.owners()),
            context);
    return accounts
        .following(changes, change, before -> next(type, before, sent.deepCopy(), context))
        .map(entity -> new EntityReceipt(type.name(), entity.osid(), entity.version()));
  }

  private Future<StoredEntity> next(
      PublishedType type, StoredEntity before, ObjectNode body, CallContext context) {
    View view = AccessRules.viewOfChanger(type.config(), context.caller(), before.owners());
    SystemFields.removeUnchangedFrom(body, EntityViews.of(type, before, view), type.config());
    HiddenFieldMerge.refuseIn(body, type, before, context.caller());
    HiddenFieldMerge.keep(body, type, before, context.caller());
    return content.replace(type, before, body, true, context);
  }
}
