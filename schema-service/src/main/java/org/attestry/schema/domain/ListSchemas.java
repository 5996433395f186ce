package org.attestry.schema.domain;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.schema.ListSchemasRequest;
import org.attestry.contracts.schema.SchemasView;

/** Lists the schemas that the caller may see. */
public final class ListSchemas {

  private final SchemaStore store;

  public ListSchemas(SchemaStore store) {
    this.store = store;
  }

  public Future<SchemasView> list(ListSchemasRequest request, CallContext context) {
    SchemaAccess.requireToken(context);
    return store
        .list(context.caller().admin())
        .map(schemas -> new SchemasView(schemas.stream().map(Schema::view).toList()));
  }
}
