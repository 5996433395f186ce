package org.attestry.local;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Runs the steps of a start beside each other, and says each one with its time. */
final class Steps {

  private final PrintStream out;
  private final long start = System.nanoTime();

  Steps(PrintStream out) {
    this.out = out;
  }

  <T> CompletableFuture<T> begin(String name, Callable<T> step) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread.ofPlatform()
        .name("start-" + name)
        .start(
            () -> {
              try {
                result.complete(run(name, step));
              } catch (Exception e) {
                result.completeExceptionally(e);
              }
            });
    return result;
  }

  <T> T run(String name, Callable<T> step) throws Exception {
    long from = System.nanoTime();
    T result = step.call();
    out.printf("  %-12s %6.1f s%n", name, (System.nanoTime() - from) / 1e9);
    return result;
  }

  Duration sinceStart() {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  static <T> T result(CompletableFuture<T> step) {
    try {
      return step.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException known ? known : e;
    }
  }
}
