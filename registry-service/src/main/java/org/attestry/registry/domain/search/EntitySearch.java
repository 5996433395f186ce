package org.attestry.registry.domain.search;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.registry.domain.types.PublishedType;

/** Finds stored entities by their values. */
public interface EntitySearch {

  /**
   * Finds a page of entities that are not deleted. The page ends early when it reaches its limit in
   * bytes, but has at least one entity if any is found. Fails with TIMEOUT if the search exceeds
   * its time limit.
   */
  Future<EntityPage> search(PublishedType type, EntityQuery query);

  /**
   * @param total the total number of matches, or null if no total is requested
   * @param next the position where the next page begins, null if there is none
   * @param previous the position where the previous page ends, null if there is none
   */
  record EntityPage(List<StoredEntity> entities, Total total, Position next, Position previous) {
    public EntityPage {
      entities = List.copyOf(entities);
    }
  }

  /**
   * @param exact false for an estimate of the database
   */
  record Total(long count, boolean exact) {}
}
