package org.attestry.adopt.transfer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.attestry.adopt.report.AdoptFailure;

/** Handles pages by number, several at a time. */
public final class Pages {

  private Pages() {}

  /**
   * Handles the pages 0 to {@code count - 1}. After a failure no further page is begun.
   *
   * @throws RuntimeException the first failure, after the other pages in progress have ended
   */
  public static void handle(long count, int workers, LongConsumer page) {
    AtomicLong next = new AtomicLong();
    AtomicBoolean failed = new AtomicBoolean();
    try (ExecutorService threads = Executors.newFixedThreadPool(workers)) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        running.add(threads.submit(() -> work(next, count, failed, page)));
      }
      for (Future<?> worker : running) {
        worker.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new AdoptFailure("A page failed: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AdoptFailure("Interrupted.", e);
    }
  }

  private static void work(AtomicLong next, long count, AtomicBoolean failed, LongConsumer page) {
    try {
      for (long i = next.getAndIncrement();
          i < count && !failed.get();
          i = next.getAndIncrement()) {
        page.accept(i);
      }
    } catch (RuntimeException | Error e) {
      failed.set(true);
      throw e;
    }
  }
}
