package org.attestry.schema.domain;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.schema.ReadSchemaVersionRequest;
import org.attestry.contracts.schema.SchemaVersionView;

/** Reads a document that was in force, for admins. */
public final class ReadSchemaVersion {

  private final SchemaStore store;

  public ReadSchemaVersion(SchemaStore store) {
    this.store = store;
  }

  public Future<SchemaVersionView> handle(ReadSchemaVersionRequest request, CallContext context) {
    SchemaAccess.requireAdmin(context);
    return store
        .version(SchemaFailures.id(request.id()), request.version())
        .map(found -> found.orElseThrow(SchemaFailures::unknownVersion).view());
  }
}
