package org.attestry.credential.call;

import io.vertx.core.Future;
import java.util.concurrent.Callable;
import org.attestry.contracts.Deadline;

/** Runs work that takes CPU time, off the event loop. */
@FunctionalInterface
public interface CryptoWorkers {

  /**
   * @param deadline of the caller: work that would begin later is not begun, and fails with kind
   *     TIMEOUT
   * @return fails with what the work throws, or with a failure of kind UNAVAILABLE when too much
   *     work waits already
   */
  <T> Future<T> run(Deadline deadline, Callable<T> work);
}
