package org.attestry.registry.memory;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.attestry.runtime.async.AsyncCall;
import org.attestry.runtime.async.AsyncLoop;

/**
 * Runs asynchronous work for each item of a list, with bounded concurrency. Not thread-safe: runs
 * on one event loop.
 */
public final class BoundedForEach {

  private BoundedForEach() {}

  /** Completes when the work has ended for all items; fails if the work on any item failed. */
  public static <T> Future<Void> each(List<T> things, int atOnce, Function<T, Future<Void>> work) {
    Iterator<T> waiting = things.iterator();
    List<Future<Void>> lanes = new ArrayList<>();
    for (int i = 0; i < Math.min(atOnce, things.size()); i++) {
      lanes.add(AsyncLoop.repeat(() -> next(waiting, work)));
    }
    return Future.join(lanes).mapEmpty();
  }

  /**
   * Starts items until one does not complete synchronously; returns false when no items are left.
   */
  private static <T> Future<Boolean> next(Iterator<T> waiting, Function<T, Future<Void>> work) {
    while (waiting.hasNext()) {
      Future<Void> done = AsyncCall.of(() -> work.apply(waiting.next()));
      if (!done.isComplete() || done.failed()) {
        return done.map(true);
      }
    }
    return Future.succeededFuture(false);
  }
}
