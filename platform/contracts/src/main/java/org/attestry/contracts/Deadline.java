package org.attestry.contracts;

import java.time.Duration;

/**
 * The moment after which an answer is of no use to the caller. It is handed down to every call; a
 * call with nothing left fails before it touches a resource.
 *
 * @param nanos a reading of {@link System#nanoTime()}: it means nothing outside this process, so
 *     the bus carries {@link #remaining()} in its place
 */
public record Deadline(long nanos) {

  public static Deadline in(Duration timeout) {
    return new Deadline(System.nanoTime() + timeout.toNanos());
  }

  /** What is left, zero at the least. */
  public Duration remaining() {
    return Duration.ofNanos(Math.max(0, nanos - System.nanoTime()));
  }

  public boolean passed() {
    return nanos - System.nanoTime() <= 0;
  }

  /** The nearer of this deadline and one that lies {@code timeout} ahead. */
  public Deadline orSooner(Duration timeout) {
    Deadline other = in(timeout);
    return other.nanos - nanos < 0 ? other : this;
  }
}
