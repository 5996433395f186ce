package org.attestry.schema.domain;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.schema.FindTypesRequest;
import org.attestry.contracts.schema.TypesView;

/**
 * Finds every published type, those of deprecated schemas included: their entities are still there.
 */
public final class FindTypes {

  private final SchemaStore store;

  public FindTypes(SchemaStore store) {
    this.store = store;
  }

  public Future<TypesView> find(FindTypesRequest request, CallContext context) {
    return store
        .fingerprint()
        .compose(
            fingerprint ->
                fingerprint.equals(request.known())
                    ? Future.succeededFuture(new TypesView(List.of(), fingerprint))
                    : store.types().map(types -> new TypesView(types, fingerprint)));
  }
}
