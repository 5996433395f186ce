package org.attestry.runtime.async;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a job periodically, one run at a time, with a pause after each run, which is shorter after a
 * failed run. Used on one event loop.
 */
public final class PeriodicJob {

  /** The longest pause after a failed run. */
  public static final Duration AFTER_FAILURE = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(PeriodicJob.class);

  private final Vertx vertx;
  private final String name;
  private final Supplier<Duration> pause;
  private final Supplier<? extends Future<?>> job;
  private long timer = -1;
  private boolean closed;

  /**
   * @param name the job's name in the log
   * @param pause the pause between two runs
   */
  public PeriodicJob(Vertx vertx, String name, Duration pause, Supplier<? extends Future<?>> job) {
    this(vertx, name, () -> pause, job);
  }

  private PeriodicJob(
      Vertx vertx, String name, Supplier<Duration> pause, Supplier<? extends Future<?>> job) {
    this.vertx = vertx;
    this.name = name;
    this.pause = pause;
    this.job = job;
  }

  /**
   * Creates a job whose pause grows while the job finds no work.
   *
   * @param job yields whether there was work
   */
  public static PeriodicJob polling(
      Vertx vertx, String name, PollPause pause, Supplier<Future<Boolean>> job) {
    return new PeriodicJob(
        vertx,
        name,
        pause::next,
        () ->
            job.get()
                .onSuccess(
                    worked -> {
                      if (worked) {
                        pause.reset();
                      }
                    })
                .onFailure(cause -> pause.reset()));
  }

  /** Starts the job; the first run begins after one pause. */
  public void start() {
    runAfter(pause.get());
  }

  /** Starts the job; the first run begins after the pause that follows a failed run. */
  public void startSoon() {
    runAfter(pauseAfterFailure());
  }

  /** Stops the job; does not interrupt or await a run in flight. */
  public Future<Void> close() {
    closed = true;
    vertx.cancelTimer(timer);
    return Future.succeededFuture();
  }

  private Duration pauseAfterFailure() {
    Duration usual = pause.get();
    return usual.compareTo(AFTER_FAILURE) < 0 ? usual : AFTER_FAILURE;
  }

  private void runAfter(Duration rest) {
    if (!closed) {
      timer = vertx.setTimer(rest.toMillis(), tick -> run());
    }
  }

  private void run() {
    AsyncCall.of(() -> job.get().mapEmpty())
        .onSuccess(done -> runAfter(pause.get()))
        .onFailure(
            cause -> {
              LOG.atWarn()
                  .addKeyValue("job", name)
                  .addKeyValue("reason", cause.getMessage())
                  .log("a periodic job failed and runs again shortly");
              runAfter(pauseAfterFailure());
            });
  }
}
