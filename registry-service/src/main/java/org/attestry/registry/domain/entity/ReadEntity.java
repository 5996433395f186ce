package org.attestry.registry.domain.entity;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.EntityView;
import org.attestry.contracts.registry.ReadEntityRequest;
import org.attestry.runtime.json.Json;

/** Reads one entity in the view that the caller may have. */
public record ReadEntity(VisibleEntities entities) {

  public Future<EntityView> handle(ReadEntityRequest request, CallContext context) {
    return entities
        .view(request.type(), request.id(), context)
        .map(found -> new EntityView(Json.write(found.seen()), found.entity().version()));
  }
}
