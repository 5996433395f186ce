package org.attestry.registry.domain.search;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.registry.domain.types.PublishedType;

/**
 * Reads the entities of a type that are not deleted, page by page, in the order of their ids. A
 * page has at most its limit of entities and some megabytes, and at least one entity while one is
 * left.
 */
public interface EntityScan {

  /**
   * The next entities.
   *
   * @param after the last id of the previous page, or null for the first page
   */
  Future<Page> next(PublishedType type, UUID after, int limit);

  /** What waits for a decision in the next entities that have such an attestation. */
  Future<WaitingPage> waiting(PublishedType type, UUID after, int limit);

  /**
   * The next entities that a query finds, as many as its limit.
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

  /** The same of attestations that wait, in the order of their entities. */
  record WaitingPage(List<Waiting> attestations, boolean more) {}

  /**
   * An attestation that waits for a decision.
   *
   * @param id the entity's
   */
  record Waiting(UUID id, String policy, String claimId, Instant raisedAt) {

    public String osid() {
      return id.toString();
    }
  }

  /**
   * @param count how many there are
   * @param ids three of them at the most
   */
  record Duplicates(long count, List<UUID> ids) {}
}
