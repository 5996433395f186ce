package org.attestry.registry.domain.search;

import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.registry.domain.types.PublishedType;

/** Reads the entities that a query finds, in the order of their ids. */
public interface EntityExport {

  /**
   * The next entities that are not deleted: at most the query's limit and some megabytes, and at
   * least one while one is left.
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
