package org.attestry.runtime.work;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Watches one stream of bytes whose speed another side decides, and ends it when that side is
 * slower than a minimum on average over a window, or when the stream takes too long in all. The
 * time that we need ourselves, between {@link #pause} and {@link #resume}, is not held against the
 * other side, but counts for the whole. Used on one event loop.
 */
public final class MinimumRate {

  /** How often within a window the rate is looked at. */
  private static final int LOOKS = 4;

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
   * What a stream must keep.
   *
   * @param bytesPerSecond the least average
   * @param window the time that the average is taken over
   * @param longest the most time for the whole stream
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
   * Begins to watch; the other side is waited for from now on.
   *
   * @param tooSlow called once, on the event loop, when the stream is to end
   */
  public static MinimumRate watch(Vertx vertx, Terms terms, Runnable tooSlow) {
    MinimumRate rate = new MinimumRate(vertx, terms, System::nanoTime, tooSlow);
    long interval = Math.max(1, terms.window().toMillis() / LOOKS);
    rate.timer = vertx.setPeriodic(interval, tick -> rate.look());
    return rate;
  }

  /** The other side has sent or taken bytes. */
  public void moved(long bytes) {
    moved += bytes;
  }

  /** From now on the other side waits for us. */
  public void pause() {
    if (waiting) {
      waited += nanos.getAsLong() - waitingSince;
      waiting = false;
    }
  }

  /** From now on we wait for the other side. */
  public void resume() {
    if (!waiting) {
      waitingSince = nanos.getAsLong();
      waiting = true;
    }
  }

  /** The stream is over: nothing is watched any more. */
  public void end() {
    if (!ended) {
      ended = true;
      vertx.cancelTimer(timer);
    }
  }

  void look() {
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
