package org.attestry.runtime.work;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.Supplier;

/**
 * Repeats asynchronous work. A chain in which each round composes the next one completes level by
 * level on the stack, which overflows after some thousand rounds; these need no stack.
 */
public final class AsyncLoop {

  private AsyncLoop() {}

  /**
   * Begins a round when the one before is done, until one answers false or fails.
   *
   * @param round does not complete before it returns
   */
  public static Future<Void> repeat(Supplier<Future<Boolean>> round) {
    Promise<Void> done = Promise.promise();
    next(round, done);
    return done.future();
  }

  private static void next(Supplier<Future<Boolean>> round, Promise<Void> done) {
    Future<Boolean> begun;
    try {
      begun = round.get();
    } catch (RuntimeException e) {
      done.fail(e);
      return;
    }
    begun.onComplete(
        ended -> {
          if (ended.failed()) {
            done.fail(ended.cause());
          } else if (ended.result()) {
            next(round, done);
          } else {
            done.complete();
          }
        });
  }
}
