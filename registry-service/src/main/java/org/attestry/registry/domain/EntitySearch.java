package org.attestry.registry.domain;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.registry.domain.search.EntityQuery;
import org.attestry.registry.domain.types.PublishedType;

/** Finds stored entities by their values. */
public interface EntitySearch {

  /** A page of the entities that are not deleted, oldest first. */
  Future<EntityPage> search(PublishedType type, EntityQuery query);

  /**
   * @param total how many match in all
   */
  record EntityPage(List<StoredEntity> entities, long total) {}
}
