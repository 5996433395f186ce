package org.attestry.local;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Runs the steps of a start concurrently, and prints each completed step with its duration. */
final class Steps {

  private final PrintStream out;
  private final long start = System.nanoTime();

  Steps(PrintStream out) {
    this.out = out;
  }

  <T> Step<T> prepare(String name, Callable<T> work) {
    return new Step<>(name, work);
  }

  <T> T run(String name, Callable<T> step) throws Exception {
    long from = System.nanoTime();
    T result = step.call();
    say(name, Duration.ofNanos(System.nanoTime() - from));
    return result;
  }

  void say(String name, Duration time) {
    out.printf("  %-12s %6.1f s%n", name, time.toNanos() / 1e9);
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

  /** Work that runs on a separate thread once it is begun. */
  final class Step<T> {

    private final String name;
    private final Callable<T> work;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CompletableFuture<T> result = new CompletableFuture<>();

    private Step(String name, Callable<T> work) {
      this.name = name;
      this.work = work;
    }

    Start start() {
      return new Start(name, this::begin);
    }

    /** Returns the result. */
    CompletableFuture<T> result() {
      return result;
    }

    /**
     * Returns the result of a step that was begun; a step that was not begun is cancelled and never
     * begins.
     */
    CompletableFuture<T> resultIfBegun() {
      if (begun.compareAndSet(false, true)) {
        result.cancel(false);
      }
      return result;
    }

    private void begin() {
      if (begun.compareAndSet(false, true)) {
        Thread.ofPlatform().name("start-" + name).start(this::work);
      }
    }

    private void work() {
      try {
        result.complete(run(name, work));
      } catch (Exception e) {
        result.completeExceptionally(e);
      }
    }
  }
}
