package org.attestry.schema.domain;

import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.schema.ListSchemaVersionsRequest;
import org.attestry.contracts.schema.SchemaVersionsView;

/** Lists the published versions of a schema, for admins; none for a draft. */
public final class ListSchemaVersions {

  private final SchemaStore store;

  public ListSchemaVersions(SchemaStore store) {
    this.store = store;
  }

  public Future<SchemaVersionsView> handle(ListSchemaVersionsRequest request, CallContext context) {
    SchemaAccess.requireAdmin(context);
    UUID id = SchemaFailures.id(request.id());
    return store
        .versions(id)
        .compose(
            versions ->
                versions.isEmpty()
                    ? requireKnown(id).map(versions)
                    : Future.succeededFuture(versions))
        .map(ListSchemaVersions::view);
  }

  private Future<Void> requireKnown(UUID id) {
    return store
        .find(id)
        .map(
            found -> {
              found.orElseThrow(SchemaFailures::unknown);
              return null;
            });
  }

  private static SchemaVersionsView view(List<SchemaVersion> versions) {
    return new SchemaVersionsView(versions.stream().map(SchemaVersion::withoutDocument).toList());
  }
}
