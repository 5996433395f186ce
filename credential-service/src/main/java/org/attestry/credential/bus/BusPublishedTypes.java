package org.attestry.credential.bus;

import static org.attestry.contracts.schema.SchemaOperations.FIND_TYPES;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.FindTypesRequest;
import org.attestry.contracts.schema.TypesView;
import org.attestry.credential.wallet.PublishedTypes;
import org.attestry.runtime.bus.BusClient;

/** Schema-service over the bus. */
public record BusPublishedTypes(BusClient bus) implements PublishedTypes {

  @Override
  public Future<TypesView> changedSince(String known, CallContext context) {
    return bus.request(FIND_TYPES, new FindTypesRequest(known), context)
        .compose(first -> rest(first, new ArrayList<>(first.types()), first.next(), context));
  }

  private Future<TypesView> rest(
      TypesView first, List<EntityType> types, String next, CallContext context) {
    return next == null
        ? Future.succeededFuture(new TypesView(types, first.fingerprint()))
        : bus.request(FIND_TYPES, new FindTypesRequest(null, next), context)
            .compose(
                page -> {
                  types.addAll(page.types());
                  return rest(first, types, page.next(), context);
                });
  }
}
