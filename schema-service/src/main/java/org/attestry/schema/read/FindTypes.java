package org.attestry.schema.read;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.FindTypesRequest;
import org.attestry.contracts.schema.SchemaOperations.ReadTypeRequest;
import org.attestry.contracts.schema.TypesView;
import org.attestry.schema.stored.PgSchemaStore;
import org.attestry.schema.stored.SchemaFailures;

/** Finds published types, including those of deprecated schemas, whose entities remain. */
public record FindTypes(PgSchemaStore store) {

  public Future<TypesView> findTypes(FindTypesRequest request, CallContext context) {
    return store
        .fingerprint()
        .compose(
            fingerprint ->
                request.after() == null && fingerprint.equals(request.known())
                    ? Future.succeededFuture(new TypesView(List.of(), fingerprint))
                    : page(request.after(), fingerprint));
  }

  private Future<TypesView> page(String after, String fingerprint) {
    return store
        .types(after == null ? "" : after)
        .map(page -> new TypesView(page.types(), fingerprint, page.next()));
  }

  public Future<EntityType> readType(ReadTypeRequest request, CallContext context) {
    return store
        .type(request.name())
        .map(found -> found.orElseThrow(() -> SchemaFailures.unknownType(request.name())));
  }
}
