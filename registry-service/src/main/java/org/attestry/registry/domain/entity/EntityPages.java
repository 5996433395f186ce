package org.attestry.registry.domain.entity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.attestry.contracts.Caller;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.registry.domain.access.View;
import org.attestry.registry.domain.claim.OpenClaims;
import org.attestry.registry.domain.search.EntitySearch.EntityPage;
import org.attestry.registry.domain.search.EntitySearch.Total;
import org.attestry.registry.domain.search.Projection;
import org.attestry.registry.domain.search.Search;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.runtime.json.Json;

/**
 * Pages of entities in the caller's view. The caller's own entities are in full view, and for an
 * admin all are.
 */
final class EntityPages {

  private EntityPages() {}

  /**
   * @param open the open claims that the caller could decide
   */
  static EntitiesView view(EntityPage page, Caller caller, Search search, OpenClaims open) {
    return view(
        page,
        data(page, caller, search.projection(), open),
        search.cursor(page.next()),
        search.cursor(page.previous()));
  }

  private static EntitiesView view(
      EntityPage page, List<JsonBytes> data, String next, String previous) {
    Total total = page.total();
    if (total == null) {
      return new EntitiesView(null, null, data, next, previous);
    }
    return new EntitiesView(
        total.count(), total.exact() ? "exact" : "planned", data, next, previous);
  }

  private static List<JsonBytes> data(
      EntityPage page, Caller caller, Projection projection, OpenClaims open) {
    return page.entities().stream()
        .map(
            entity -> {
              ObjectNode view = view(entity, caller, open);
              return Json.write(projection == null ? view : projection.of(view));
            })
        .toList();
  }

  private static ObjectNode view(StoredEntity entity, Caller caller, OpenClaims open) {
    View view = caller.admin() || entity.ownedBy(caller) ? View.FULL : View.PUBLIC;
    return open.view(entity, view);
  }
}
