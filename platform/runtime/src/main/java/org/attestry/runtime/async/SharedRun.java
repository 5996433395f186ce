package org.attestry.runtime.async;

import io.vertx.core.Future;
import java.util.function.Supplier;

/**
 * Runs asynchronous work, one run at a time. Calls during a run share the next run, because the run
 * in flight may have begun before the change that caused the call. Used on one event loop.
 */
public final class SharedRun<R> {

  private Future<R> current = Future.succeededFuture();
  private Future<R> next;

  /**
   * @param work the work; if several calls share a run, the work of the first call is run
   */
  public Future<R> run(Supplier<Future<R>> work) {
    if (next == null && current.isComplete()) {
      return begin(work);
    }
    if (next == null) {
      next =
          current.transform(
              done -> {
                next = null;
                return begin(work);
              });
    }
    return next;
  }

  /** Whether no run is in flight or waiting. */
  public boolean isIdle() {
    return current.isComplete() && next == null;
  }

  private Future<R> begin(Supplier<Future<R>> work) {
    current = work.get();
    return current;
  }
}
