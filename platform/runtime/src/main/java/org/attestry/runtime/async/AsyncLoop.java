package org.attestry.runtime.async;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Iterator;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Repeats asynchronous work without growing the stack. A chain in which each step composes the next
 * one completes level by level on the stack; after some hundred steps that complete immediately the
 * stack overflows, and the chain never completes.
 */
public final class AsyncLoop {

  private AsyncLoop() {}

  /**
   * Runs a step again and again, each time after the previous run has completed, until a run yields
   * false or fails.
   */
  public static Future<Void> repeat(Supplier<Future<Boolean>> step) {
    Promise<Void> done = Promise.promise();
    run(step, done);
    return done.future();
  }

  /** Processes one item at a time, until one fails. */
  public static <T> Future<Void> each(Iterable<T> items, Function<T, ? extends Future<?>> work) {
    Iterator<T> rest = items.iterator();
    return repeat(
        () -> rest.hasNext() ? work.apply(rest.next()).map(true) : Future.succeededFuture(false));
  }

  private static void run(Supplier<Future<Boolean>> step, Promise<Void> done) {
    Future<Boolean> begun;
    do {
      begun = AsyncCall.of(step);
    } while (begun.succeeded() && begun.result());
    begun.onComplete(
        ended -> {
          if (ended.failed()) {
            done.fail(ended.cause());
          } else if (ended.result()) {
            run(step, done);
          } else {
            done.complete();
          }
        });
  }
}
