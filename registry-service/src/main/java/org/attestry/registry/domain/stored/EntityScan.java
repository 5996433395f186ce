package org.attestry.registry.domain.stored;

import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.domain.types.PublishedType;

/** Reads all entities of a type, page by page. */
public interface EntityScan {

  /**
   * The next entities that are not deleted, in the order of their ids.
   *
   * @param after the last id of the previous page, or null for the first page
   */
  Future<List<StoredEntity>> next(PublishedType type, UUID after, int limit);

  /** The same for entities with an attestation that waits for a decision. */
  Future<List<StoredEntity>> waiting(PublishedType type, UUID after, int limit);

  /** The entities that share their values of these fields with another entity. */
  Future<Duplicates> duplicates(PublishedType type, List<FieldPath> fields);

  /**
   * @param count how many there are
   * @param ids three of them at the most
   */
  record Duplicates(long count, List<UUID> ids) {}
}
