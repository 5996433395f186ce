package org.attestry.registry.domain.stored;

import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.domain.types.PublishedType;

/** Reads all that is stored of a type, in steps. */
public interface EntityScan {

  /**
   * The next entities that are not deleted, in the order of their ids.
   *
   * @param after the last id of the step before, or null for the first step
   */
  Future<List<StoredEntity>> next(PublishedType type, UUID after, int limit);

  /** The same, of those with an attestation that waits for a decision. */
  Future<List<StoredEntity>> waiting(PublishedType type, UUID after, int limit);

  /** The entities whose values of these fields together are those of another one, too. */
  Future<Doubled> doubled(PublishedType type, List<FieldPath> fields);

  /**
   * @param count how many there are
   * @param ids three of them at the most
   */
  record Doubled(long count, List<UUID> ids) {}
}
