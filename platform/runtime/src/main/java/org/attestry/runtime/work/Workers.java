package org.attestry.runtime.work;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;

/**
 * Threads for blocking or heavy work, which must not run on an event loop. When all are busy and
 * the queue is full, work fails with kind UNAVAILABLE.
 */
public final class Workers {

  private final Vertx vertx;
  private final ThreadPoolExecutor threads;

  /**
   * @param name prefix of the threads' names
   * @param size the number of threads
   * @param queue the most tasks that may wait
   */
  public Workers(Vertx vertx, String name, int size, int queue) {
    this.vertx = vertx;
    AtomicInteger number = new AtomicInteger();
    this.threads =
        new ThreadPoolExecutor(
            size,
            size,
            30,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(queue),
            task ->
                Thread.ofPlatform()
                    .daemon()
                    .name(name + "-" + number.incrementAndGet())
                    .unstarted(task));
    threads.allowCoreThreadTimeOut(true);
  }

  /** Runs the work on one of the threads; the future completes on the caller's context. */
  public <T> Future<T> run(Callable<T> work) {
    Context context = vertx.getOrCreateContext();
    Promise<T> promise = Promise.promise();
    try {
      threads.execute(() -> complete(promise, context, work));
    } catch (RejectedExecutionException full) {
      return Future.failedFuture(busy());
    }
    return promise.future();
  }

  /** Returns the failure of work that is rejected because the queue is full. */
  public static FailureException busy() {
    return FailureException.unavailable("suite.busy", "Too busy; try again shortly.");
  }

  /**
   * Runs the work of a call on one of the threads; after the deadline the work is not begun, but
   * fails with kind TIMEOUT.
   */
  public <T> Future<T> run(Deadline deadline, Callable<T> work) {
    return run(
        () -> {
          if (deadline.passed()) {
            throw Budget.late();
          }
          return work.call();
        });
  }

  private static <T> void complete(Promise<T> promise, Context context, Callable<T> work) {
    try {
      T result = work.call();
      context.runOnContext(done -> promise.complete(result));
    } catch (Throwable e) {
      context.runOnContext(done -> promise.fail(e));
    }
  }

  public Future<Void> close() {
    threads.shutdown();
    return Future.succeededFuture();
  }
}
