package org.attestry.registry.domain.types;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import org.attestry.contracts.schema.TypeIndex;

/** Keeps the learned indexes of all types. They are built, and dropped, by {@link TypeStore}. */
public interface LearnedIndexStore {

  /**
   * Adds an index to a type, unless another replica has. Nothing is added to a type that has as
   * many learned indexes as it may, or too few entities. Indexes of the parts of index fields do
   * not count.
   *
   * @return whether it was added
   */
  Future<Boolean> add(PublishedType type, LearnedIndex index);

  /** The indexes of a schema's published types, those that they declare among them. */
  Future<List<TypeIndex>> list(String schemaId);

  /**
   * Pins a learned index, or unpins it.
   *
   * @return false when the schema's types have no such index
   */
  Future<Boolean> pin(String schemaId, String id, boolean pinned);

  /**
   * Removes a learned index, pinned or not.
   *
   * @return false when the schema's types have no such index
   */
  Future<Boolean> remove(String schemaId, String id);

  /**
   * Removes the indexes that no search has used for a time; pinned ones stay.
   *
   * @return how many were removed
   */
  Future<Integer> removeUnused(Duration unused);
}
