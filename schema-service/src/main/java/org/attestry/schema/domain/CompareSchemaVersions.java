package org.attestry.schema.domain;

import io.vertx.core.Future;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.schema.CompareSchemaVersionsRequest;
import org.attestry.contracts.schema.SchemaComparison;
import org.attestry.runtime.json.Json;
import org.attestry.schema.domain.change.DocumentDifferences;

/** Compares two versions of a document; for admins. */
public final class CompareSchemaVersions {

  private final SchemaStore store;
  private final PublicationCompiler compiler;

  public CompareSchemaVersions(SchemaStore store, PublicationCompiler compiler) {
    this.store = store;
    this.compiler = compiler;
  }

  public Future<SchemaComparison> handle(
      CompareSchemaVersionsRequest request, CallContext context) {
    SchemaAccess.requireAdmin(context);
    UUID id = SchemaFailures.id(request.id());
    return document(id, request.from())
        .compose(
            from ->
                document(id, request.to())
                    .compose(
                        to ->
                            compiler.work(
                                context,
                                budget ->
                                    DocumentDifferences.of(
                                        request.from(),
                                        Json.read(from),
                                        request.to(),
                                        Json.read(to),
                                        budget))));
  }

  private Future<String> document(UUID id, int version) {
    return store
        .version(id, version)
        .map(found -> found.orElseThrow(SchemaFailures::unknownVersion).document());
  }
}
