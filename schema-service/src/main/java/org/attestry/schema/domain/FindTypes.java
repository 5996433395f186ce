package org.attestry.schema.domain;

import io.vertx.core.Future;
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
    return store.types().map(TypesView::new);
  }
}
