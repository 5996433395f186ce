package org.attestry.registry.owners;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Spaces the accounts that imports make or look for evenly. Not thread-safe: used on one event
 * loop.
 */
final class AccountRate {

  private final LongSupplier nanoTime;
  private final long nanosBetween;
  private long nextAt;

  /**
   * @param perSecond the maximum number of accounts that are made in a second
   * @param nanoTime a clock as {@link System#nanoTime}
   */
  AccountRate(int perSecond, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.nanosBetween = Duration.ofSeconds(1).toNanos() / perSecond;
    this.nextAt = nanoTime.getAsLong();
  }

  /** Returns the time until the next account may be made, and counts it unless that is too long. */
  Duration take(Duration longest) {
    long now = nanoTime.getAsLong();
    Duration wait = Duration.ofNanos(Math.max(0, nextAt - now));
    if (wait.compareTo(longest) <= 0) {
      nextAt = now + wait.toNanos() + nanosBetween;
    }
    return wait;
  }
}
