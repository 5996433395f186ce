package org.attestry.testkit;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waits for a condition instead of sleeping for a fixed time. */
public final class Eventually {

  /** Ends a wait without hope; no machine is so busy that a test depends on it. */
  private static final Duration HOPELESS = Duration.ofMinutes(2);

  private static final long SHORTEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(250);

  /**
   * Each reading takes processor time, so the pause grows: it is a tenth of the time waited so far.
   */
  private static final int PAUSE_SHARE = 10;

  private Eventually() {}

  /**
   * Reads a value repeatedly until it is accepted.
   *
   * @return the accepted value
   * @throws AssertionError after two minutes; its message contains the last value, or its cause is
   *     the exception of the last reading
   */
  public static <T> T until(Supplier<T> read, Predicate<T> accepted) {
    return until(HOPELESS, read, accepted);
  }

  /** Waits until the condition is true. */
  public static void isTrue(Supplier<Boolean> condition) {
    isTrue(HOPELESS, condition);
  }

  /**
   * Reads a value repeatedly until it is accepted: for tests in which the time matters.
   *
   * @return the accepted value
   * @throws AssertionError at the timeout; its message contains the last value, or its cause is the
   *     exception of the last reading
   */
  public static <T> T until(Duration timeout, Supplier<T> read, Predicate<T> accepted) {
    long begun = System.nanoTime();
    long end = begun + timeout.toNanos();
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
      LockSupport.parkNanos(pauseAfter(System.nanoTime() - begun));
    }
  }

  private static long pauseAfter(long waited) {
    return Math.clamp(waited / PAUSE_SHARE, SHORTEST_PAUSE, LONGEST_PAUSE);
  }

  /** Waits until the condition is true: for tests in which the time matters. */
  public static void isTrue(Duration timeout, Supplier<Boolean> condition) {
    until(timeout, condition, Boolean::booleanValue);
  }
}
