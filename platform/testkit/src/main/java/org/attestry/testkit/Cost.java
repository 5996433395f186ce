package org.attestry.testkit;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.function.ThrowingSupplier;

/**
 * Bounds what a computation costs, by the processor time of its thread: what else the machine does
 * meanwhile does not count. Modules that use this class need JUnit on the class path.
 */
public final class Cost {

  private static final long POLL_MILLIS = 20;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private Cost() {}

  /** Does the work in a thread of its own. */
  public static void atMost(Duration processorTime, Executable work) {
    atMost(
        processorTime,
        () -> {
          work.execute();
          return null;
        });
  }

  /**
   * Does the work in a thread of its own, which is left behind if it takes too long.
   *
   * @return the result of the work; its failure is thrown as it is
   * @throws AssertionError when the work takes more processor time; its cause shows where it is
   */
  public static <T> T atMost(Duration processorTime, ThrowingSupplier<T> work) {
    FutureTask<T> task = new FutureTask<>(() -> measured(processorTime, work));
    Thread thread = Thread.ofPlatform().daemon().name("measured").start(task);
    while (true) {
      try {
        return task.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException goesOn) {
        if (THREADS.getThreadCpuTime(thread.threadId()) > processorTime.toNanos()) {
          StackTraceElement[] place = thread.getStackTrace();
          thread.interrupt();
          throw exceeded(processorTime, place);
        }
      } catch (ExecutionException failed) {
        throw Cost.<RuntimeException>unchecked(failed.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  private static <T> T measured(Duration most, ThrowingSupplier<T> work) throws Exception {
    try {
      T result = work.get();
      if (THREADS.getCurrentThreadCpuTime() > most.toNanos()) {
        throw exceeded(most, new StackTraceElement[0]);
      }
      return result;
    } catch (Throwable failure) {
      throw Cost.<RuntimeException>unchecked(failure);
    }
  }

  private static AssertionError exceeded(Duration most, StackTraceElement[] place) {
    Throwable cause = new Throwable("where it was");
    cause.setStackTrace(place);
    return new AssertionError("took more processor time than " + most, cause);
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> E unchecked(Throwable failure) throws E {
    throw (E) failure;
  }
}
