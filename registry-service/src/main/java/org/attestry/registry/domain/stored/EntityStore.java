package org.attestry.registry.domain.stored;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Fact;
import org.attestry.registry.domain.document.DocumentDiff;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.registry.domain.types.TypeCatalogue;

/** Stores entities. Each write is one transaction: the entity, its history, its facts. */
public interface EntityStore {

  /**
   * More than the number of versions that an entity gets while a call is too recent to be checked
   * for an earlier attempt.
   */
  int RECENT_VERSIONS = 250;

  /**
   * Returns the entity, deleted or not; null if it does not exist. Reads of large entities take
   * turns by caller.
   */
  Future<StoredEntity> find(PublishedType type, UUID id, Deadline deadline);

  /**
   * Returns the entity of a published type; null if type or entity do not exist, or it is deleted.
   */
  default Future<StoredEntity> findActive(
      TypeCatalogue types, String type, String osid, Deadline deadline) {
    return types
        .find(type)
        .compose(
            known ->
                known == null
                    ? Future.<StoredEntity>succeededFuture()
                    : find(known, EntityIds.parse(osid), deadline))
        .map(found -> found == null || found.deleted() ? null : found);
  }

  /**
   * Stores a new entity.
   *
   * @return fails with CONFLICT if an entity with this id exists or, naming the fields, if a unique
   *     value is taken
   */
  Future<Void> insert(PublishedType type, StoredEntity entity, Written written);

  /**
   * Stores the next version of an entity.
   *
   * @param after the next version; its number is the stored one plus one
   * @return false, with nothing stored, if another version was stored concurrently, or the same
   *     call and operation made one of the recent versions; fails with CONFLICT, naming the fields,
   *     if a unique value is taken
   */
  Future<Boolean> update(PublishedType type, StoredEntity after, Written written);

  /**
   * Returns the version of an entity that a call has made.
   *
   * @param operation the use case, as in {@link Written#operation}
   * @param after a version that is older than the one to find
   * @return the version, or null if the call has made none
   */
  Future<Long> versionBy(UUID callId, UUID id, String operation, long after);

  /**
   * Returns a page of an entity's history, newest first. The page ends early when it reaches its
   * limit in bytes; the next page begins at this offset plus the number of changes.
   */
  Future<History> history(UUID id, int limit, int offset, Deadline deadline);

  /** Whether the user owns an entity of the type. */
  Future<Boolean> hasOwned(PublishedType type, String userId);

  /** Returns the number of entities that are not deleted. */
  Future<Long> count(PublishedType type);

  /** Stores facts that belong to no change of an entity. */
  Future<Void> publish(List<Fact> facts);

  /**
   * @param total the total number of changes
   */
  record History(List<Past> changes, long total) {}

  /**
   * One change in the history.
   *
   * @param version the version that the change led to
   * @param operation the use case
   * @param by user id, or null
   */
  record Past(
      long version, String operation, Instant at, String by, List<DocumentDiff.Change> changes) {}

  /**
   * The data that is written together with an entity.
   *
   * @param callId the id of the call that writes the entity, or null
   * @param operation the use case, for the history
   * @param changes the differences, for the history; empty for a new entity
   * @param facts the facts to publish
   * @param steps the steps to commit in the same transaction
   * @param caller whom the write is done for: writes that wait take turns by it
   */
  record Written(
      UUID callId,
      String operation,
      List<DocumentDiff.Change> changes,
      List<Fact> facts,
      List<TransactionalStep> steps,
      CallerKey caller) {}
}
