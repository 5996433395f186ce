package org.attestry.testkit;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waits for a condition instead of sleeping for a time. */
public final class Eventually {

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private Eventually() {}

  /**
   * Reads again and again until the value is accepted.
   *
   * @return the accepted value
   * @throws AssertionError naming the last value, or caused by what the last reading threw, when
   *     the time is over
   */
  public static <T> T until(Duration timeout, Supplier<T> read, Predicate<T> accepted) {
    long end = System.nanoTime() + timeout.toNanos();
    while (true) {
      T value = null;
      RuntimeException failure = null;
      try {
        value = read.get();
        if (accepted.test(value)) {
          return value;
        }
      } catch (RuntimeException e) {
        failure = e;
      }
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("not within " + timeout + "; last seen: " + value, failure);
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Waits until something is so. */
  public static void isTrue(Duration timeout, Supplier<Boolean> condition) {
    until(timeout, condition, Boolean::booleanValue);
  }
}
