package org.attestry.credential.domain;

import io.vertx.core.Future;
import java.util.concurrent.Callable;

/** Runs work that takes CPU time, off the event loop. */
@FunctionalInterface
public interface Compute {

  /**
   * @return fails with what the work throws, or with a failure of kind UNAVAILABLE when too much
   *     work waits already
   */
  <T> Future<T> run(Callable<T> work);
}
