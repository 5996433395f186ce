package org.attestry.registry.domain.types;

import io.vertx.core.Future;

/** Builds the indexes that published types lack. */
public interface TypeIndexing {

  /**
   * Starts building.
   *
   * @return completes when the indexes are built, or after a timeout; never fails
   */
  Future<Void> index();
}
