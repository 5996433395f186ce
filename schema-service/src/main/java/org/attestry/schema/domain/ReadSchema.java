package org.attestry.schema.domain;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.schema.ReadSchemaRequest;
import org.attestry.contracts.schema.SchemaView;

/** Reads one schema; a draft is unknown to all but admins. */
public final class ReadSchema {

  private final SchemaStore store;

  public ReadSchema(SchemaStore store) {
    this.store = store;
  }

  public Future<SchemaView> handle(ReadSchemaRequest request, CallContext context) {
    SchemaAccess.requireToken(context);
    return store
        .find(SchemaFailures.id(request.id()))
        .map(
            found ->
                found
                    .filter(schema -> SchemaAccess.sees(context, schema))
                    .orElseThrow(SchemaFailures::unknown)
                    .view());
  }
}
