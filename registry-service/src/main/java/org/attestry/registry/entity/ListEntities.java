package org.attestry.registry.entity;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.contracts.registry.EntityOperations.ListEntitiesRequest;
import org.attestry.registry.access.AccessRules;
import org.attestry.registry.access.SearchScope;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.claim.OpenClaims;
import org.attestry.registry.memory.EntityMemory;
import org.attestry.registry.query.Search;
import org.attestry.registry.query.SearchQueries;
import org.attestry.registry.search.PgEntitySearch;
import org.attestry.registry.types.PublishedType;

/**
 * Lists the caller's own records, or all records of an anonymous type for a caller without a token.
 */
public record ListEntities(
    TypeCatalogue types, PgEntitySearch search, SearchQueries queries, EntityMemory memory) {

  public Future<EntitiesView> handle(ListEntitiesRequest request, CallContext context) {
    return types.require(request.type()).compose(type -> list(type, request, context));
  }

  private Future<EntitiesView> list(
      PublishedType type, ListEntitiesRequest request, CallContext context) {
    SearchScope scope = AccessRules.list(type.config(), context.caller());
    Search list = queries.read(type, context, scope, request);
    OpenClaims none = OpenClaims.none(type);
    return search
        .search(type, list.query())
        .compose(
            page ->
                memory.work(
                    context.deadline(),
                    () -> EntityPages.view(page, context.caller(), list, none)));
  }
}
