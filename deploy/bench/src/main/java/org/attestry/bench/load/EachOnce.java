package org.attestry.bench.load;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Sends requests that can be sent only once, which wrk cannot do. */
final class EachOnce {

  private static final double NANOS = 1e9;
  private static final int NANOS_A_MICRO = 1_000;

  private EachOnce() {}

  /**
   * Sends each request once, with a number of concurrent clients.
   *
   * @param send sends a request and returns whether it succeeded
   */
  static LoadResult run(List<String> requests, int connections, Function<String, Boolean> send) {
    long[] micros = new long[requests.size()];
    AtomicInteger next = new AtomicInteger();
    AtomicLong errors = new AtomicLong();
    long begun = System.nanoTime();
    try (ExecutorService clients = Executors.newFixedThreadPool(connections)) {
      List<Future<?>> running =
          IntStream.range(0, connections)
              .<Future<?>>mapToObj(
                  client -> clients.submit(() -> sendNext(requests, send, next, micros, errors)))
              .toList();
      for (Future<?> one : running) {
        one.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchFailure("Interrupted.", e);
    } catch (ExecutionException e) {
      throw new BenchFailure("A client failed: " + e, e);
    }
    double seconds = (System.nanoTime() - begun) / NANOS;
    Arrays.sort(micros);
    return new LoadResult(
        micros.length,
        seconds,
        Pgbench.percentile(micros, 50),
        Pgbench.percentile(micros, 95),
        Pgbench.percentile(micros, 99),
        errors.get(),
        errors.get() == 0 ? "" : "A request was refused.");
  }

  private static void sendNext(
      List<String> requests,
      Function<String, Boolean> send,
      AtomicInteger next,
      long[] micros,
      AtomicLong errors) {
    for (int at = next.getAndIncrement(); at < micros.length; at = next.getAndIncrement()) {
      long begun = System.nanoTime();
      if (!send.apply(requests.get(at))) {
        errors.incrementAndGet();
      }
      micros[at] = (System.nanoTime() - begun) / NANOS_A_MICRO;
    }
  }
}
