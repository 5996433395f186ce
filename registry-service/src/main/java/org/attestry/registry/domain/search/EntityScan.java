package org.attestry.registry.domain.search;

import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.registry.domain.types.PublishedType;

/** Reads the entities of a type that are not deleted, page by page, in the order of their ids. */
public interface EntityScan {

  /**
   * The next entities.
   *
   * @param after the last id of the previous page, or null for the first page
   */
  Future<List<StoredEntity>> next(PublishedType type, UUID after, int limit);

  /** The same for entities with an attestation that waits for a decision. */
  Future<List<StoredEntity>> waiting(PublishedType type, UUID after, int limit);

  /**
   * The next entities that a query finds: at most the query's limit and some megabytes, and at
   * least one while one is left.
   *
   * @param after the last id of the previous page, or null for the first page
   * @param until no id beyond this one
   */
  Future<Page> found(PublishedType type, EntityQuery query, UUID after, UUID until);

  /** The entities that share their values of these fields with another entity. */
  Future<Duplicates> duplicates(PublishedType type, List<FieldPath> fields);

  /**
   * @param more whether others follow
   */
  record Page(List<StoredEntity> entities, boolean more) {}

  /**
   * @param count how many there are
   * @param ids three of them at the most
   */
  record Duplicates(long count, List<UUID> ids) {}
}
