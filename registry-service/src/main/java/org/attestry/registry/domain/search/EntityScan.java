package org.attestry.registry.domain.search;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.runtime.work.AsyncLoop;

/**
 * Reads the entities of a type that are not deleted, page by page, in the order of their ids. A
 * page has at most the given number of entities and some megabytes, but at least one entity if any
 * is left.
 */
public interface EntityScan {

  /** How many entities {@link #eachWaiting} reads at once. */
  int WAITING_PAGE = 100;

  /**
   * Returns the next entities.
   *
   * @param after the last id of the previous page, or null for the first page
   */
  Future<Page> next(PublishedType type, UUID after, int limit);

  /** Returns the attestations that wait for a decision, for the next entities that have any. */
  Future<WaitingPage> waiting(PublishedType type, UUID after, int limit);

  /**
   * Passes all attestations of a type that wait for a decision to the work, page by page, each page
   * after the work of the one before.
   */
  default Future<Void> eachWaiting(PublishedType type, Function<List<Waiting>, Future<Void>> work) {
    AtomicReference<UUID> after = new AtomicReference<>();
    return AsyncLoop.repeat(
        () ->
            waiting(type, after.get(), WAITING_PAGE)
                .compose(
                    page -> {
                      after.set(page.more() ? page.attestations().getLast().id() : null);
                      return work.apply(page.attestations()).map(page.more());
                    }));
  }

  /**
   * Returns the next entities that a query finds, up to its limit.
   *
   * @param after the last id of the previous page, or null for the first page
   * @param until the upper bound of the ids
   */
  Future<Page> found(PublishedType type, EntityQuery query, UUID after, UUID until);

  /** Returns the entities that share their values of these fields with another entity. */
  Future<Duplicates> duplicates(PublishedType type, List<FieldPath> fields);

  /**
   * @param more whether more entities follow
   */
  record Page(List<StoredEntity> entities, boolean more) {}

  /** A page of attestations that wait for a decision, in the order of their entities. */
  record WaitingPage(List<Waiting> attestations, boolean more) {}

  /**
   * An attestation that waits for a decision.
   *
   * @param id the entity's id
   */
  record Waiting(UUID id, String policy, String claimId, Instant raisedAt) {

    public String osid() {
      return id.toString();
    }
  }

  /**
   * @param count the number of such entities
   * @param ids the ids of at most three of them
   */
  record Duplicates(long count, List<UUID> ids) {}
}
