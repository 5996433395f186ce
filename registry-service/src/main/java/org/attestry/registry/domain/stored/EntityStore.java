package org.attestry.registry.domain.stored;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.Fact;
import org.attestry.registry.domain.document.DocumentDiff;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.registry.domain.types.TypeCatalogue;

/** Stores entities. Each write is one transaction: the entity, its history, its facts. */
public interface EntityStore {

  /** More versions than an entity gets while a call is too young to be taken for a repetition. */
  int RECENT_VERSIONS = 250;

  /** The entity, deleted or not; null when it does not exist. */
  Future<StoredEntity> find(PublishedType type, UUID id);

  /** The entity of a published type; null when there is none, or it is deleted. */
  default Future<StoredEntity> findActive(TypeCatalogue types, String type, String osid) {
    return types
        .find(type)
        .compose(
            known ->
                known == null
                    ? Future.<StoredEntity>succeededFuture()
                    : find(known, EntityIds.parse(osid)))
        .map(found -> found == null || found.deleted() ? null : found);
  }

  /**
   * Stores a new entity.
   *
   * @return fails CONFLICT when there is one with its id, and, naming the fields, when a unique
   *     value is taken
   */
  Future<Void> insert(PublishedType type, StoredEntity entity, Written written);

  /**
   * Stores the next version of an entity.
   *
   * @param after its version is the stored one's plus one
   * @return false, with nothing stored, when another version was stored meanwhile, or one of the
   *     recent versions has the same call and operation; fails CONFLICT, naming the fields, when a
   *     unique value is taken
   */
  Future<Boolean> update(PublishedType type, StoredEntity after, Written written);

  /**
   * Which version of an entity a call has made.
   *
   * @param operation the use case, as in {@link Written#operation}
   * @param after a version that is older than that
   * @return the version, or null where the call has made none
   */
  Future<Long> versionBy(UUID callId, UUID id, String operation, long after);

  /**
   * A page of an entity's history, newest first. It ends early when it reaches its limit of bytes;
   * the next page begins at this offset plus the number of changes.
   */
  Future<History> history(UUID id, int limit, int offset);

  /** Whether the user owns an entity of the type. */
  Future<Boolean> hasOwned(PublishedType type, String userId);

  /** How many entities are not deleted. */
  Future<Long> count(PublishedType type);

  /** Stores facts that belong to no change of an entity. */
  Future<Void> publish(List<Fact> facts);

  /**
   * @param total how many changes there are in all
   */
  record History(List<Past> changes, long total) {}

  /**
   * One change.
   *
   * @param version the version that it led to
   * @param operation the use case
   * @param by user id, or null
   */
  record Past(
      long version, String operation, Instant at, String by, List<DocumentDiff.Change> changes) {}

  /**
   * The data that is written beside an entity.
   *
   * @param callId the call that it is written for, or null
   * @param operation the use case, for the history
   * @param changes the differences, for the history; empty for a new entity
   * @param facts to publish
   * @param steps committed in the same transaction
   */
  record Written(
      UUID callId,
      String operation,
      List<DocumentDiff.Change> changes,
      List<Fact> facts,
      List<TransactionalStep> steps) {}
}
