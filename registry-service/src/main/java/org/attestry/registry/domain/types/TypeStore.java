package org.attestry.registry.domain.types;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.schema.EntityType;

/** Stores the service's own copy of the published types. */
public interface TypeStore {

  /**
   * Makes a type usable: once its row is stored, its partition and constraints exist, and it is
   * open for new entities. A revision that is not newer changes nothing. Indexes of a type with
   * entities are built by {@link #index}.
   */
  Future<Void> publish(EntityType type);

  /**
   * Creates the unique constraints of a coming revision of a published type. They are kept for two
   * minutes, within which that revision must be published. Nothing is done for an unknown type.
   *
   * @return fails with CONFLICT, naming fields and entities, if stored values are not unique
   */
  Future<Void> prepare(EntityType type);

  /**
   * Closes types to new entities for two minutes, within which they must be withdrawn. An unknown
   * type counts as closed.
   *
   * @return false, with every type open as before, if an entity of one of them is stored; fails
   *     with UNAVAILABLE if other transactions lock a type's partition for too long
   */
  Future<Boolean> close(List<String> names);

  /**
   * Builds the indexes that published types lack, drops those they no longer declare, and opens
   * types whose closing has expired. A type on which another replica works is skipped. The next
   * call retries what failed.
   *
   * @param all whether to check, too, the types whose indexes were complete after their last build
   * @return whether this call built indexes; then there may be more to do, because a type that is
   *     changed during a build is left to the next call
   */
  Future<Boolean> index(boolean all);

  /** Cancels builds in flight; the next {@link #index} on any replica resumes them. */
  Future<Void> interrupt();

  /**
   * Withdraws types; their entities stay stored.
   *
   * @param revision types of a newer revision are not withdrawn
   */
  Future<Void> withdraw(List<String> names, long revision);

  /** Returns the names of the published types of a schema. */
  Future<List<String>> namesOf(String schemaId);

  /** Returns the changes after a revision of the catalogue. */
  Future<CatalogueChanges> changedSince(long catalogueRevision);

  /**
   * @param revision the catalogue's revision that these changes lead to
   */
  record CatalogueChanges(long revision, List<PublishedType> published, List<String> withdrawn) {}
}
