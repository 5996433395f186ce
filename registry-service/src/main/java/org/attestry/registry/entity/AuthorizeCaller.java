package org.attestry.registry.entity;

import io.vertx.core.Future;
import java.util.function.BiConsumer;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Done;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.registry.AttestationOperations.AuthorizeCallerRequest;
import org.attestry.contracts.registry.AttestationOperations.AuthorizeCallerRequest.Right;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.registry.access.AccessRules;
import org.attestry.registry.claim.DecidableClaims;
import org.attestry.registry.stored.EntityIds;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;

/**
 * Decides for other services whether the caller may access the files, claims and credentials of an
 * entity. An attestor may read the open claims that they could decide, and the files on the
 * attested properties.
 */
public record AuthorizeCaller(VisibleEntities entities, DecidableClaims claims) {

  public Future<Done> handle(AuthorizeCallerRequest request, CallContext context) {
    return entities
        .find(request.type(), request.id(), tokenRule(request.right()), context)
        .compose(found -> authorize(found.type(), found.entity(), request, context));
  }

  private static BiConsumer<TypeConfig, Caller> tokenRule(Right right) {
    return right == Right.READ_CLAIM
        ? AccessRules::requireTokenUnlessReadable
        : AccessRules::requireTokenUnlessOpen;
  }

  private Future<Done> authorize(
      PublishedType type,
      StoredEntity entity,
      AuthorizeCallerRequest request,
      CallContext context) {
    return mayDecide(type, entity, request, context)
        .map(
            attests -> {
              if (!attests) {
                require(type, entity, request, context.caller());
              }
              EntityIds.requireActive(entity);
              return Done.DONE;
            });
  }

  /** Whether the caller could decide an open claim over the requested property. */
  private Future<Boolean> mayDecide(
      PublishedType type,
      StoredEntity entity,
      AuthorizeCallerRequest request,
      CallContext context) {
    if (entity.deleted()) {
      return Future.succeededFuture(false);
    }
    return switch (request.right()) {
      case READ_FILE -> claims.isWaitingOver(type, entity, request.property(), context);
      case READ_CLAIM -> claims.isWaiting(type, entity, request.claimId(), context);
      case CHANGE_FILE, HOLD_CREDENTIAL -> Future.succeededFuture(false);
    };
  }

  private static void require(
      PublishedType type, StoredEntity entity, AuthorizeCallerRequest request, Caller caller) {
    switch (request.right()) {
      case READ_FILE, CHANGE_FILE -> AccessRules.contribute(type.config(), caller, entity.owners());
      case READ_CLAIM -> AccessRules.readClaim(type.config(), caller, entity.owners());
      case HOLD_CREDENTIAL -> AccessRules.hold(caller, entity.owners());
    }
    if (request.property() != null && !caller.admin() && !entity.ownedBy(caller)) {
      requireVisible(type, request.property(), caller);
    }
  }

  /** Fails if the property is hidden, because a hidden property hides its files, too. */
  private static void requireVisible(PublishedType type, String property, Caller caller) {
    if (type.hidden().hide(FieldPath.of(property))) {
      throw AccessRules.refusal(caller);
    }
  }
}
