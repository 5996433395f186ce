package org.attestry.schema.read;

import io.vertx.core.Future;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.schema.SchemaComparison;
import org.attestry.contracts.schema.SchemaOperations.CompareSchemaVersionsRequest;
import org.attestry.contracts.schema.SchemaOperations.ListSchemaVersionsRequest;
import org.attestry.contracts.schema.SchemaOperations.ReadSchemaVersionRequest;
import org.attestry.contracts.schema.SchemaOperations.SchemaVersionView;
import org.attestry.contracts.schema.SchemaOperations.SchemaVersionsView;
import org.attestry.runtime.json.Json;
import org.attestry.schema.change.DocumentDifferences;
import org.attestry.schema.publication.PublicationCompiler;
import org.attestry.schema.stored.PgSchemaStore;
import org.attestry.schema.stored.SchemaAccess;
import org.attestry.schema.stored.SchemaFailures;
import org.attestry.schema.stored.SchemaVersion;

/** Lists, reads and compares the published versions of a schema, for admins. */
public record FindVersions(PgSchemaStore store, PublicationCompiler compiler) {

  /** Lists the versions; empty for a draft. */
  public Future<SchemaVersionsView> listSchemaVersions(
      ListSchemaVersionsRequest request, CallContext context) {
    SchemaAccess.requireAdmin(context);
    UUID id = SchemaFailures.id(request.id());
    return store
        .versions(id)
        .compose(
            versions ->
                versions.isEmpty()
                    ? store
                        .find(id)
                        .map(
                            found ->
                                found.map(draft -> versions).orElseThrow(SchemaFailures::unknown))
                    : Future.succeededFuture(versions))
        .map(
            versions ->
                new SchemaVersionsView(versions.stream().map(SchemaVersion::view).toList()));
  }

  public Future<SchemaVersionView> readSchemaVersion(
      ReadSchemaVersionRequest request, CallContext context) {
    SchemaAccess.requireAdmin(context);
    return version(SchemaFailures.id(request.id()), request.version()).map(SchemaVersion::view);
  }

  public Future<SchemaComparison> compareSchemaVersions(
      CompareSchemaVersionsRequest request, CallContext context) {
    SchemaAccess.requireAdmin(context);
    UUID id = SchemaFailures.id(request.id());
    return version(id, request.from())
        .compose(
            from ->
                version(id, request.to())
                    .compose(
                        to ->
                            compiler.work(
                                context,
                                budget ->
                                    DocumentDifferences.of(
                                        from.version(),
                                        Json.read(from.document()),
                                        to.version(),
                                        Json.read(to.document()),
                                        budget))));
  }

  private Future<SchemaVersion> version(UUID id, int number) {
    return store
        .version(id, number)
        .map(found -> found.orElseThrow(SchemaFailures::unknownVersion));
  }
}
