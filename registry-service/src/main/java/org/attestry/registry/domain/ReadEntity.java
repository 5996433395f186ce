package org.attestry.registry.domain;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.EntityView;
import org.attestry.contracts.registry.ReadEntityRequest;
import org.attestry.registry.domain.access.Access;
import org.attestry.registry.domain.access.View;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.registry.domain.types.TypeCatalogue;
import org.attestry.runtime.json.Json;

/** Reads one entity in the view that the caller may have. */
public final class ReadEntity {

  private final TypeCatalogue types;
  private final EntityStore store;
  private final FindOpenClaims claims;

  public ReadEntity(TypeCatalogue types, EntityStore store, FindCallerRecords records) {
    this.types = types;
    this.store = store;
    this.claims = new FindOpenClaims(types, records);
  }

  public Future<EntityView> handle(ReadEntityRequest request, CallContext context) {
    return types
        .require(request.type())
        .compose(
            type -> {
              Access.approach(type.config(), context.caller());
              return store
                  .find(type, EntityIds.parse(request.id()))
                  .compose(found -> view(type, found, context));
            });
  }

  private Future<EntityView> view(PublishedType type, StoredEntity found, CallContext context) {
    StoredEntity entity = EntityIds.requireFound(found);
    View view = Access.read(type.config(), context.caller(), entity.owners());
    EntityIds.requireActive(entity);
    return claims
        .in(type, List.of(entity), context)
        .map(open -> EntityViews.of(type, entity, view, open))
        .map(seen -> new EntityView(Json.write(seen), entity.version()));
  }
}
