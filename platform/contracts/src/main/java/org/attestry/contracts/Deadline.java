package org.attestry.contracts;

import java.time.Duration;

/**
 * The moment after which the caller no longer waits for the reply, and who that caller is. It is
 * passed to every call; after it, a call fails before it uses a resource, and pools serve callers
 * in turn by it.
 *
 * @param nanos a value of {@link System#nanoTime()}, valid in this process only; the bus carries
 *     {@link #remaining()} instead
 * @param caller whom the work is done for
 * @param scope what the call holds until it has ended; null for work that is no call
 */
public record Deadline(long nanos, CallerKey caller, CallScope scope) {

  /** Creates the deadline of work that is no call. */
  public Deadline(long nanos, CallerKey caller) {
    this(nanos, caller, null);
  }

  /** Returns the deadline of work that the suite does for itself. */
  public static Deadline in(Duration timeout) {
    return in(timeout, CallerKey.SUITE);
  }

  public static Deadline in(Duration timeout, CallerKey caller) {
    return new Deadline(System.nanoTime() + timeout.toNanos(), caller);
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
    Deadline other = renewed(timeout);
    return other.nanos - nanos < 0 ? other : this;
  }

  /**
   * Returns the deadline of work whose reply the caller is to read: it leaves a fifth of the
   * remaining time.
   */
  public Deadline leavingTimeToReply() {
    return renewed(remaining().multipliedBy(4).dividedBy(5));
  }

  /** Returns the deadline of more work for the same caller, {@code timeout} from now. */
  public Deadline renewed(Duration timeout) {
    return in(timeout, caller).in(scope);
  }

  /** Returns the same deadline of a call. */
  public Deadline in(CallScope call) {
    return new Deadline(nanos, caller, call);
  }
}
