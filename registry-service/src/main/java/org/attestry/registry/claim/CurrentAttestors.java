package org.attestry.registry.claim;

import io.vertx.core.Future;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.attestry.contracts.Caller;
import org.attestry.registry.access.AccessRules;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.stored.PgEntityStore;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.async.AsyncLoop;

/**
 * Removes attestor roles that no longer count from a caller: the role of a type counts only while
 * the caller owns a record of that type that is not deleted. A token has the role until it expires.
 */
public record CurrentAttestors(TypeCatalogue types, PgEntityStore store) {

  /**
   * Returns the caller with the attestor roles that count now. Queries the store only for callers
   * to whom nothing but an attestor role opens the type.
   */
  public Future<Caller> current(PublishedType type, Caller caller) {
    List<String> roles = AccessRules.attestorRolesThatOpen(type.config(), caller);
    if (roles.isEmpty()) {
      return Future.succeededFuture(caller);
    }
    Set<String> former = new HashSet<>();
    return AsyncLoop.each(
            roles,
            role ->
                counts(role, caller)
                    .onSuccess(
                        counts -> {
                          if (!counts) {
                            former.add(role);
                          }
                        }))
        .map(checked -> caller.without(former));
  }

  private Future<Boolean> counts(String role, Caller caller) {
    return types
        .find(role)
        .compose(
            type ->
                type == null
                    ? Future.succeededFuture(true)
                    : store.hasOwned(type, caller.userId()));
  }
}
