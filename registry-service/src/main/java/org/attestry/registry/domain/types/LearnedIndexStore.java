package org.attestry.registry.domain.types;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import org.attestry.contracts.schema.TypeIndex;

/** Stores the learned indexes of all types. They are built and dropped by {@link TypeStore}. */
public interface LearnedIndexStore {

  /**
   * Adds an index to a type, unless another replica has added it. Nothing is added to a type that
   * has the maximum number of learned indexes, or too few entities. Indexes of the parts of index
   * fields do not count towards the maximum.
   *
   * @return whether it was added
   */
  Future<Boolean> add(PublishedType type, LearnedIndex index);

  /** Returns the indexes of a schema's published types, declared and learned. */
  Future<List<TypeIndex>> list(String schemaId);

  /**
   * Pins a learned index, or unpins it.
   *
   * @return false if the schema's types have no such index
   */
  Future<Boolean> pin(String schemaId, String id, boolean pinned);

  /**
   * Removes a learned index, pinned or not.
   *
   * @return false if the schema's types have no such index
   */
  Future<Boolean> remove(String schemaId, String id);

  /**
   * Removes the indexes that no search has used for the given time; pinned indexes are kept.
   *
   * @return the number of removed indexes
   */
  Future<Integer> removeUnused(Duration unused);
}
