package org.attestry.registry.domain.types;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.schema.EntityType;

/** Where the service keeps its own copy of the published types. */
public interface TypeStore {

  /**
   * Makes a type usable: its partition and constraints stand when the row says published, and it is
   * open. Repeating it, or coming with an older revision, changes nothing. Indexes of a type that
   * has entities come with {@link #index}.
   */
  Future<Void> publish(EntityType type);

  /**
   * Makes the unique constraints of a published type hold that a coming revision asks for; they are
   * kept for two minutes, within which that revision has to come. A type that is not known has
   * none.
   *
   * @return fails CONFLICT, naming fields and entities, when stored values are not unique
   */
  Future<Void> prepare(EntityType type);

  /**
   * Keeps new entities out of types that are about to end; for two minutes, within which they have
   * to end. A type that is not known is closed.
   *
   * @return false, with every type open as it was, when an entity of one of them is stored; fails
   *     UNAVAILABLE when others have the type's partition for too long
   */
  Future<Boolean> close(List<String> names);

  /**
   * Builds the indexes that published types still lack, and drops those they no longer ask for; a
   * type that was closed and has not ended is open again. A type that another replica works on is
   * left to it. What fails is tried again with the next call.
   */
  Future<Void> index();

  /** Ends what is being built; the next {@link #index} takes it up, here or elsewhere. */
  Future<Void> interrupt();

  /**
   * Ends types; their entities stay stored.
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
