package org.attestry.registry.domain.types;

import io.vertx.core.Future;

/** The building of indexes that usable types still lack. */
public interface TypeIndexing {

  /**
   * Starts it.
   *
   * @return completes when it is done, or when it takes longer than somebody should wait for it;
   *     never fails
   */
  Future<Void> index();
}
