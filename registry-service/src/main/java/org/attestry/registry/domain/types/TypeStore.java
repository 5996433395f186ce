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
   * @return fails CONFLICT, naming fields and entities, when stored values are not unique
   */
  Future<Void> prepare(EntityType type);

  /**
   * Closes types to new entities for two minutes, within which they must be withdrawn. An unknown
   * type counts as closed.
   *
   * @return false, with every type open as it was, when an entity of one of them is stored; fails
   *     UNAVAILABLE when others have the type's partition for too long
   */
  Future<Boolean> close(List<String> names);

  /**
   * Builds the indexes that published types lack, drops those they no longer declare, and opens
   * types whose closing has expired. A type that another replica works on is skipped. The next call
   * retries what failed.
   *
   * @param all whether those are looked at too whose indexes stood when they were built
   * @return whether there was anything to do here; then there may be more, because a type that is
   *     changed during a build stays for the next call
   */
  Future<Boolean> index(boolean all);

  /** Cancels builds in flight; the next {@link #index} on any replica resumes them. */
  Future<Void> interrupt();

  /**
   * Withdraws types; their entities stay stored.
   *
   * @param revision types of a newer revision stay
   */
  Future<Void> withdraw(List<String> names, long revision);

  /** The published types of a schema. */
  Future<List<String>> namesOf(String schemaId);

  /** What changed after a revision of the catalogue. */
  Future<CatalogueChanges> changedSince(long catalogueRevision);

  /**
   * @param revision the catalogue's revision that these changes lead to
   */
  record CatalogueChanges(long revision, List<PublishedType> published, List<String> withdrawn) {}
}
