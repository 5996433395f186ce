package org.attestry.registry.entity;

import java.util.List;
import org.attestry.contracts.Caller;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.registry.access.View;
import org.attestry.registry.claim.OpenClaims;
import org.attestry.registry.query.Search;
import org.attestry.registry.search.PgEntitySearch.EntityPage;
import org.attestry.registry.search.PgEntitySearch.Total;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.runtime.json.Json;

/**
 * Pages of entities in the caller's view. The caller's own entities are in full view; for an admin,
 * all entities are.
 */
final class EntityPages {

  private EntityPages() {}

  /**
   * @param open the open claims that the caller could decide
   */
  static EntitiesView view(EntityPage page, Caller caller, Search search, OpenClaims open) {
    Total total = page.total();
    List<JsonBytes> data =
        page.entities().stream()
            .map(entity -> open.view(entity, view(entity, caller)))
            .map(seen -> search.projection() == null ? seen : search.projection().of(seen))
            .map(Json::write)
            .toList();
    return new EntitiesView(
        total == null ? null : total.count(),
        total == null ? null : total.exact() ? "exact" : "planned",
        data,
        search.cursor(page.next()),
        search.cursor(page.previous()));
  }

  private static View view(StoredEntity entity, Caller caller) {
    return caller.admin() || entity.ownedBy(caller) ? View.FULL : View.PUBLIC;
  }
}
