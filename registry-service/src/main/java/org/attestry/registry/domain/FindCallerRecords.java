package org.attestry.registry.domain;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.contracts.registry.FindCallerRecordsRequest;
import org.attestry.registry.domain.search.EntityQuery;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.registry.domain.types.TypeCatalogue;

/** The caller's own records of a type in full view, for an attestation condition. */
public final class FindCallerRecords {

  private static final int MOST = 1_000;

  private final TypeCatalogue types;
  private final EntitySearch search;

  public FindCallerRecords(TypeCatalogue types, EntitySearch search) {
    this.types = types;
    this.search = search;
  }

  public Future<EntitiesView> handle(FindCallerRecordsRequest request, CallContext context) {
    return types.find(request.type()).compose(type -> records(type, context));
  }

  private Future<EntitiesView> records(PublishedType type, CallContext context) {
    if (type == null || !context.caller().known()) {
      return Future.succeededFuture(new EntitiesView(0L, "exact", List.of()));
    }
    return search
        .search(type, EntityQuery.ownedBy(context.caller().userId(), MOST))
        .map(page -> EntityPages.view(type, page, context.caller()));
  }
}
