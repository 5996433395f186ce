package org.attestry.local;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.attestry.testkit.servers.Server;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server that is started again when its process ends, at the same port and with the same data.
 * The pause before a start is one second, and doubles up to a minute with each start that fails or
 * whose process ends within a minute.
 */
final class KeptServer<S extends Server> {

  private static final Logger LOG = LoggerFactory.getLogger(KeptServer.class);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final String name;
  private final Callable<S> starting;
  private final Steps.Step<S> first;
  private final Executor thread;
  private Runnable changed = () -> {};
  private volatile S current;
  private long startedAt;
  private Duration pause = FIRST_PAUSE;
  private boolean closing;

  KeptServer(String name, Steps steps, Callable<S> starting) {
    this.name = name;
    this.starting = starting;
    this.first = steps.prepare(name, starting);
    this.thread = run -> Thread.ofPlatform().daemon().name("restart-" + name).start(run);
  }

  /** Returns the first start. */
  Start start() {
    return first.start();
  }

  /** Completes with the server when its first start has succeeded. */
  CompletableFuture<S> first() {
    return first.result();
  }

  /** Returns the server that runs now, or ran last; waits for the first start. */
  S get() {
    S started = Steps.result(first.result());
    S running = current;
    return running == null ? started : running;
  }

  /**
   * From now on starts the server again when it ends before {@link #close}.
   *
   * @param onChange runs after each start
   */
  synchronized void keepRunning(Runnable onChange) {
    changed = onChange;
    watch(Steps.result(first.result()));
  }

  private void watch(S server) {
    current = server;
    startedAt = System.nanoTime();
    server.onExit().thenRunAsync(this::ended, thread);
  }

  private synchronized void ended() {
    if (closing) {
      return;
    }
    if (System.nanoTime() - startedAt > LONGEST_PAUSE.toNanos()) {
      pause = FIRST_PAUSE;
    }
    current.close();
    startLater("a server has ended and is started again", "its process has ended");
  }

  private void startLater(String event, String reason) {
    LOG.atWarn()
        .addKeyValue("server", name)
        .addKeyValue("reason", reason)
        .addKeyValue("seconds", pause.toSeconds())
        .addKeyValue("log", current.log())
        .log(event);
    CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS, thread)
        .execute(this::startAgain);
    pause =
        pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
  }

  private void startAgain() {
    if (hasStartedAgain()) {
      changed.run();
    }
  }

  private synchronized boolean hasStartedAgain() {
    if (closing) {
      return false;
    }
    try {
      watch(starting.call());
      LOG.atInfo().addKeyValue("server", name).log("a server runs again");
      return true;
    } catch (Exception failed) {
      startLater("a server cannot be started and is tried again", failed.getMessage());
      return false;
    }
  }

  /** Stops the server if it has started; waits for a start that has begun. */
  CompletableFuture<Void> close() {
    return first.resultIfBegun().handle((started, failed) -> started).thenAcceptAsync(this::stop);
  }

  private synchronized void stop(S started) {
    closing = true;
    S running = current == null ? started : current;
    if (running != null) {
      running.close();
    }
  }
}
