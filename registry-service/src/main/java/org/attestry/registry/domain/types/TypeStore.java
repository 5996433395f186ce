package org.attestry.registry.domain.types;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.schema.EntityType;

/** Where the service keeps its own copy of the published types. */
public interface TypeStore {

  /**
   * Makes a type usable: its partition and indexes stand when the row says published. Repeating it,
   * or coming with an older revision, changes nothing.
   */
  Future<Void> publish(EntityType type);

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
