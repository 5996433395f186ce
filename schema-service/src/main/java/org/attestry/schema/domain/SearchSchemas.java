package org.attestry.schema.domain;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.schema.SchemasView;
import org.attestry.contracts.schema.SearchSchemasRequest;

/** Searches the schemas that the caller may see. */
public final class SearchSchemas {

  private final SchemaStore store;

  public SearchSchemas(SchemaStore store) {
    this.store = store;
  }

  public Future<SchemasView> handle(SearchSchemasRequest request, CallContext context) {
    SchemaAccess.requireToken(context);
    SchemaFilter filter = SchemaQueries.read(request.query(), context.caller().admin());
    return store.search(filter).map(ListSchemas::view);
  }
}
