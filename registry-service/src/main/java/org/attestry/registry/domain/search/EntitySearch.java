package org.attestry.registry.domain.search;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.registry.domain.types.PublishedType;

/** Finds stored entities by their values. */
public interface EntitySearch {

  /**
   * A page of the entities that are not deleted. It ends early when it reaches its limit of bytes,
   * and has at least one entity if any is found. Fails TIMEOUT when it takes longer than a search
   * may.
   */
  Future<EntityPage> search(PublishedType type, EntityQuery query);

  /**
   * @param total how many match in all, or null when no total is requested
   * @param next where the next page begins, null when there is none
   * @param previous where the previous page ends, null when there is none
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
