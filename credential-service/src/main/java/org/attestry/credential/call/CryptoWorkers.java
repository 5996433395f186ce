package org.attestry.credential.call;

import io.vertx.core.Future;
import java.util.concurrent.Callable;
import org.attestry.contracts.Deadline;

/** Runs work that takes CPU time, off the event loop. */
@FunctionalInterface
public interface CryptoWorkers {

  /**
   * @param deadline of the caller: work that has not begun by then fails with kind TIMEOUT
   * @return fails with the exception of the work, or with kind UNAVAILABLE if too much work waits
   */
  <T> Future<T> run(Deadline deadline, Callable<T> work);
}
