package org.attestry.registry.domain;

import java.util.List;
import org.attestry.contracts.Caller;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.registry.domain.EntitySearch.EntityPage;
import org.attestry.registry.domain.access.View;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.runtime.json.Json;

/**
 * Pages of entities as a caller who may find them sees them: the own ones, or an admin's, in full.
 */
final class EntityPages {

  private EntityPages() {}

  static EntitiesView view(PublishedType type, EntityPage page, Caller caller) {
    List<JsonBytes> data =
        page.entities().stream().map(entity -> view(type, entity, caller)).toList();
    return new EntitiesView(page.total(), "exact", data);
  }

  private static JsonBytes view(PublishedType type, StoredEntity entity, Caller caller) {
    View view = caller.admin() || entity.ownedBy(caller) ? View.FULL : View.PUBLIC;
    return Json.write(EntityViews.of(type, entity, view, caller));
  }
}
