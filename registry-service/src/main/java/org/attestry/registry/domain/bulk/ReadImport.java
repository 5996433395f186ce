package org.attestry.registry.domain.bulk;

import io.vertx.core.Future;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.ImportView;
import org.attestry.contracts.registry.ReadImportRequest;
import org.attestry.registry.domain.access.AccessRules;
import org.attestry.registry.domain.types.TypeCatalogue;

/** Reads the progress of an import. */
public record ReadImport(TypeCatalogue types, ImportStore imports) {

  public Future<ImportView> handle(ReadImportRequest request, CallContext context) {
    return find(request.type(), request.id(), context).map(EntityImport::view);
  }

  /** The import, for a caller who may look at it. */
  Future<EntityImport> find(String typeName, String id, CallContext context) {
    AccessRules.approachWithToken(context.caller());
    UUID run = ImportIds.parse(id);
    return types
        .require(typeName)
        .compose(
            type ->
                imports
                    .find(run)
                    .map(found -> ImportIds.requireSeen(found, type, context.caller())));
  }
}
