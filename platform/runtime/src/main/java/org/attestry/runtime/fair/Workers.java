package org.attestry.runtime.fair;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.runtime.fair.FairQueue.Limits;
import org.attestry.runtime.fair.FairQueue.Refusals;

/**
 * Threads for blocking or heavy work, which must not run on an event loop. Callers take turns
 * ({@link FairQueue}). Work that cannot wait fails with kind UNAVAILABLE, or RATE_LIMITED when the
 * caller itself has too much of it.
 */
public final class Workers {

  private static final Duration WITHOUT_DEADLINE = Duration.ofDays(1);

  private final Vertx vertx;
  private final FairQueue queue;
  private final ThreadPoolExecutor threads;

  /**
   * @param name prefix of the threads' names, and the pool's name in metrics
   * @param size the number of threads
   * @param queue the most tasks that may wait
   */
  public Workers(Vertx vertx, String name, int size, int queue, MeterRegistry meters) {
    this(vertx, name, Limits.of(size, queue), meters);
  }

  /**
   * @param limits as many places as there are to be threads
   */
  public Workers(Vertx vertx, String name, Limits limits, MeterRegistry meters) {
    this.vertx = vertx;
    this.queue = new FairQueue(vertx, name, limits, Refusals.USUAL, meters);
    AtomicInteger number = new AtomicInteger();
    this.threads =
        new ThreadPoolExecutor(
            limits.places(),
            limits.places(),
            30,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task ->
                Thread.ofPlatform()
                    .daemon()
                    .name(name + "-" + number.incrementAndGet())
                    .unstarted(task));
    threads.allowCoreThreadTimeOut(true);
  }

  /** Runs work of the suite itself; the future completes on the current context. */
  public <T> Future<T> run(Callable<T> work) {
    return run(Deadline.in(WITHOUT_DEADLINE), work);
  }

  /** Returns the failure of work that is refused because too much of all callers waits. */
  public static FailureException busy() {
    return Refusals.USUAL.busy().get();
  }

  /**
   * Runs the work of a call on one of the threads; the future completes on the current context.
   * Work whose deadline has passed is not begun, but fails with kind TIMEOUT.
   */
  public <T> Future<T> run(Deadline deadline, Callable<T> work) {
    OnThread<T> task = new OnThread<>(work, vertx.getOrCreateContext(), Promise.promise());
    queue.enter(deadline, 1, task);
    return task.promise.future();
  }

  public Future<Void> close() {
    threads.shutdown();
    return Future.succeededFuture();
  }

  /** Work that completes on the context of its caller. */
  private final class OnThread<T> implements FairQueue.Task {

    private final Callable<T> work;
    private final Context context;
    private final Promise<T> promise;

    private OnThread(Callable<T> work, Context context, Promise<T> promise) {
      this.work = work;
      this.context = context;
      this.promise = promise;
    }

    @Override
    public void begin(Runnable end) {
      try {
        threads.execute(() -> run(end));
      } catch (RejectedExecutionException closed) {
        end.run();
        promise.fail(busy());
      }
    }

    private void run(Runnable end) {
      try {
        T result = work.call();
        context.runOnContext(done -> promise.complete(result));
      } catch (Throwable e) {
        context.runOnContext(done -> promise.fail(e));
      } finally {
        end.run();
      }
    }

    @Override
    public void refuse(FailureException failure) {
      promise.fail(failure);
    }
  }
}
