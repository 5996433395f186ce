package org.attestry.schema.domain;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.schema.CompareSchemaVersionsRequest;
import org.attestry.contracts.schema.SchemaComparison;
import org.attestry.runtime.json.Json;
import org.attestry.schema.domain.change.DocumentDifferences;

/** Tells admins where two versions of a document differ. */
public final class CompareSchemaVersions {

  private final SchemaStore store;

  public CompareSchemaVersions(SchemaStore store) {
    this.store = store;
  }

  public Future<SchemaComparison> compare(
      CompareSchemaVersionsRequest request, CallContext context) {
    SchemaAccess.requireAdmin(context);
    UUID id = SchemaFailures.id(request.id());
    return document(id, request.from())
        .compose(from -> document(id, request.to()).map(to -> DocumentDifferences.of(from, to)))
        .map(changes -> new SchemaComparison(request.from(), request.to(), changes));
  }

  private Future<JsonNode> document(UUID id, int version) {
    return store
        .version(id, version)
        .map(found -> found.orElseThrow(SchemaFailures::unknownVersion))
        .map(found -> Json.read(JsonBytes.of(found.document())));
  }
}
