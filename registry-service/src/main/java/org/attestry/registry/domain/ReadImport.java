package org.attestry.registry.domain;

import io.vertx.core.Future;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.ImportView;
import org.attestry.contracts.registry.ReadImportRequest;
import org.attestry.registry.domain.access.Access;
import org.attestry.registry.domain.types.TypeCatalogue;

/** How far an import has come. */
public final class ReadImport {

  private final TypeCatalogue types;
  private final ImportStore imports;

  public ReadImport(TypeCatalogue types, ImportStore imports) {
    this.types = types;
    this.imports = imports;
  }

  public Future<ImportView> handle(ReadImportRequest request, CallContext context) {
    Access.approachWithToken(context.caller());
    UUID id = ImportIds.parse(request.id());
    return types
        .require(request.type())
        .compose(
            type ->
                imports
                    .find(id)
                    .map(run -> ImportIds.requireSeen(run, type, context.caller()).view()));
  }
}
