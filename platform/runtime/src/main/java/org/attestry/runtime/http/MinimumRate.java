package org.attestry.runtime.http;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Ends a stream if the peer is slower than a minimum rate, on average over a window, or if the
 * stream takes too long. The time between {@link #pause} and {@link #resume}, in which this process
 * is the slow side, counts for the total time but not for the rate. Used on one event loop.
 */
public final class MinimumRate {

  /** The number of checks of the rate within a window. */
  private static final int CHECKS = 4;

  private final Vertx vertx;
  private final Terms terms;
  private final LongSupplier nanos;
  private final Runnable tooSlow;
  private final long began;
  private long timer;
  private boolean ended;
  private boolean waiting = true;
  private long waitingSince;
  private long waited;
  private long moved;

  /**
   * The limits of a stream.
   *
   * @param bytesPerSecond the lowest average rate
   * @param window the duration over which the average is taken
   * @param longest the longest duration of the whole stream
   */
  public record Terms(long bytesPerSecond, Duration window, Duration longest) {}

  MinimumRate(Vertx vertx, Terms terms, LongSupplier nanos, Runnable tooSlow) {
    this.vertx = vertx;
    this.terms = terms;
    this.nanos = nanos;
    this.tooSlow = tooSlow;
    this.began = nanos.getAsLong();
    this.waitingSince = began;
  }

  /**
   * Starts to watch a stream; the peer's time counts from now on.
   *
   * @param tooSlow called once, on the event loop, to end the stream
   */
  public static MinimumRate watch(Vertx vertx, Terms terms, Runnable tooSlow) {
    MinimumRate rate = new MinimumRate(vertx, terms, System::nanoTime, tooSlow);
    long interval = Math.max(1, terms.window().toMillis() / CHECKS);
    rate.timer = vertx.setPeriodic(interval, tick -> rate.check());
    return rate;
  }

  /** Records bytes that the peer sent or received. */
  public void moved(long bytes) {
    moved += bytes;
  }

  /** Stops counting the peer's time: the peer waits for this process from now on. */
  public void pause() {
    if (waiting) {
      waited += nanos.getAsLong() - waitingSince;
      waiting = false;
    }
  }

  /** Counts the peer's time again: this process waits for the peer from now on. */
  public void resume() {
    if (!waiting) {
      waitingSince = nanos.getAsLong();
      waiting = true;
    }
  }

  /** Stops watching; to be called when the stream has ended. */
  public void end() {
    if (!ended) {
      ended = true;
      vertx.cancelTimer(timer);
    }
  }

  void check() {
    long now = nanos.getAsLong();
    if (waiting) {
      waited += now - waitingSince;
      waitingSince = now;
    }
    if (!ended && (isTooLong(now) || isTooSlow())) {
      end();
      tooSlow.run();
    }
  }

  private boolean isTooLong(long now) {
    return now - began >= terms.longest().toNanos();
  }

  private boolean isTooSlow() {
    if (waited < terms.window().toNanos()) {
      return false;
    }
    double least = (double) terms.bytesPerSecond() * waited / Duration.ofSeconds(1).toNanos();
    boolean slow = moved < least;
    waited = 0;
    moved = 0;
    return slow;
  }
}
