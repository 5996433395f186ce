package org.attestry.registry.domain;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.registry.AuthorizeCallerRequest;
import org.attestry.contracts.registry.CallerAuthorization;
import org.attestry.registry.domain.access.Access;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.registry.domain.types.TypeCatalogue;

/** Decides for other services what the caller may do with what hangs on an entity. */
public final class AuthorizeCaller {

  private final TypeCatalogue types;
  private final EntityStore store;

  public AuthorizeCaller(TypeCatalogue types, EntityStore store) {
    this.types = types;
    this.store = store;
  }

  public Future<CallerAuthorization> handle(AuthorizeCallerRequest request, CallContext context) {
    return types
        .require(request.type())
        .compose(
            type -> {
              Access.approach(type.config(), context.caller());
              return store
                  .find(type, EntityIds.parse(request.id()))
                  .map(found -> authorize(type, found, request, context.caller()));
            });
  }

  private static CallerAuthorization authorize(
      PublishedType type, StoredEntity found, AuthorizeCallerRequest request, Caller caller) {
    StoredEntity entity = EntityIds.requireFound(found);
    switch (request.right()) {
      case READ_FILE, CHANGE_FILE -> Access.contribute(type.config(), caller, entity.owners());
      case READ_CLAIM -> Access.readClaim(type.config(), caller, entity.owners());
      case WITHDRAW_CLAIM -> Access.change(type.config(), caller, entity.owners());
    }
    if (request.property() != null && !caller.admin() && !entity.ownedBy(caller)) {
      requireVisible(type, request.property(), caller);
    }
    EntityIds.requireActive(entity);
    return new CallerAuthorization(entity.ownedBy(caller));
  }

  /** A hidden property hides its files, too. */
  private static void requireVisible(PublishedType type, String property, Caller caller) {
    if (type.hidden().hide(FieldPath.of(property))) {
      throw Access.refusal(caller);
    }
  }
}
