package org.attestry.registry.domain.search;

import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.registry.domain.types.PublishedType;

/** Walks over stored entities in the order of their ids. */
public interface EntityExport {

  /**
   * The next entities that are not deleted: at most as many as the query's limit, and at most some
   * megabytes, but one at the least while there is one.
   *
   * @param after the id of the last one before, or null
   * @param until no id beyond this one
   */
  Future<Page> next(PublishedType type, EntityQuery query, UUID after, UUID until);

  /**
   * @param more whether others follow
   */
  record Page(List<StoredEntity> entities, boolean more) {}
}
