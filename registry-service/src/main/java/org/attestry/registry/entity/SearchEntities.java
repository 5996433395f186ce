package org.attestry.registry.entity;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.contracts.registry.EntityOperations.SearchEntitiesRequest;
import org.attestry.registry.access.AccessRules;
import org.attestry.registry.access.SearchScope;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.claim.CurrentAttestors;
import org.attestry.registry.claim.DecidableClaims;
import org.attestry.registry.memory.EntityMemory;
import org.attestry.registry.query.Search;
import org.attestry.registry.query.SearchQueries;
import org.attestry.registry.search.PgEntitySearch;
import org.attestry.registry.search.PgEntitySearch.EntityPage;
import org.attestry.registry.stored.PgEntityStore;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.json.Json;

/** Finds entities by their values. */
public record SearchEntities(
    TypeCatalogue types,
    PgEntityStore store,
    PgEntitySearch search,
    SearchQueries queries,
    CurrentAttestors attestors,
    DecidableClaims claims,
    EntityMemory memory) {

  public Future<EntitiesView> handle(SearchEntitiesRequest request, CallContext context) {
    return types.require(request.type()).compose(type -> search(type, request, context));
  }

  private Future<EntitiesView> search(
      PublishedType type, SearchEntitiesRequest request, CallContext context) {
    return attestors
        .current(type, context.caller())
        .map(caller -> AccessRules.search(type.config(), caller))
        .compose(scope -> search(type, request, scope, context));
  }

  private Future<EntitiesView> search(
      PublishedType type, SearchEntitiesRequest request, SearchScope scope, CallContext context) {
    Caller caller = context.caller();
    Search checked = queries.read(type, context, scope, Json.parse(request.query()));
    return search
        .search(type, checked.query())
        .compose(page -> scope == SearchScope.OWN ? ofOwner(type, page, caller) : done(page))
        .compose(
            page ->
                claims
                    .in(type, page.entities(), context)
                    .compose(
                        open ->
                            memory.work(
                                context.deadline(),
                                () -> EntityPages.view(page, caller, checked, open))));
  }

  /**
   * Returns the page for a caller without a role for the type. Such a caller finds only their own
   * records, and is refused if there are none.
   */
  private Future<EntityPage> ofOwner(PublishedType type, EntityPage page, Caller caller) {
    if (!page.entities().isEmpty()) {
      return done(page);
    }
    return store
        .hasOwned(type, caller.userId())
        .compose(owns -> owns ? done(page) : Future.failedFuture(AccessRules.refusal(caller)));
  }

  private static Future<EntityPage> done(EntityPage page) {
    return Future.succeededFuture(page);
  }
}
