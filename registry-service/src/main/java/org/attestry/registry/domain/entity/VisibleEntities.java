package org.attestry.registry.domain.entity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.registry.domain.access.AccessRules;
import org.attestry.registry.domain.access.View;
import org.attestry.registry.domain.claim.FindCallerRecords;
import org.attestry.registry.domain.claim.FindOpenClaims;
import org.attestry.registry.domain.stored.EntityIds;
import org.attestry.registry.domain.stored.EntityStore;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.registry.domain.types.TypeCatalogue;

/** Finds an entity and what the caller may see of it. */
final class VisibleEntities {

  private final TypeCatalogue types;
  private final EntityStore store;
  private final FindOpenClaims claims;

  /**
   * An entity in the caller's view.
   *
   * @param seen what the caller may see
   */
  record Seen(StoredEntity entity, ObjectNode seen) {}

  VisibleEntities(TypeCatalogue types, EntityStore store, FindCallerRecords records) {
    this.types = types;
    this.store = store;
    this.claims = new FindOpenClaims(types, records);
  }

  Future<Seen> find(String typeName, String id, CallContext context) {
    return types
        .require(typeName)
        .compose(
            type -> {
              AccessRules.approach(type.config(), context.caller());
              return store
                  .find(type, EntityIds.parse(id))
                  .compose(found -> view(type, found, context));
            });
  }

  private Future<Seen> view(PublishedType type, StoredEntity found, CallContext context) {
    StoredEntity entity = EntityIds.requireFound(found);
    View view = AccessRules.read(type.config(), context.caller(), entity.owners());
    EntityIds.requireActive(entity);
    return claims
        .in(type, List.of(entity), context)
        .map(open -> new Seen(entity, open.view(entity, view)));
  }
}
