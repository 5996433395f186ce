package org.attestry.registry.domain.types;

import io.vertx.core.Future;
import java.util.function.Supplier;

/**
 * Runs asynchronous work once at a time. Calls during a run share the next run, because the run in
 * flight may have begun before the change that caused the call. Used on one event loop.
 */
public final class SharedRun {

  private final Supplier<Future<Void>> work;
  private Future<Void> current = Future.succeededFuture();
  private Future<Void> next;

  public SharedRun(Supplier<Future<Void>> work) {
    this.work = work;
  }

  public Future<Void> run() {
    if (current.isComplete()) {
      return begin();
    }
    if (next == null) {
      next =
          current.transform(
              done -> {
                next = null;
                return begin();
              });
    }
    return next;
  }

  private Future<Void> begin() {
    current = work.get();
    return current;
  }
}
