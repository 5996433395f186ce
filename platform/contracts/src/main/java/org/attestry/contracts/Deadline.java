package org.attestry.contracts;

import java.time.Duration;

/**
 * The moment after which the caller no longer waits for the reply. It is passed to every call;
 * after it, a call fails before it uses a resource.
 *
 * @param nanos a value of {@link System#nanoTime()}, valid in this process only; the bus carries
 *     {@link #remaining()} instead
 */
public record Deadline(long nanos) {

  public static Deadline in(Duration timeout) {
    return new Deadline(System.nanoTime() + timeout.toNanos());
  }

  /** Returns the remaining time, which is never negative. */
  public Duration remaining() {
    return Duration.ofNanos(Math.max(0, nanos - System.nanoTime()));
  }

  public boolean passed() {
    return nanos - System.nanoTime() <= 0;
  }

  /** Returns the earlier of this deadline and the one that is {@code timeout} from now. */
  public Deadline orSooner(Duration timeout) {
    Deadline other = in(timeout);
    return other.nanos - nanos < 0 ? other : this;
  }
}
