package org.attestry.runtime.fair;

import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import org.attestry.contracts.CallerKey;

/**
 * The time that slow tasks of callers took, where nobody knows beforehand which task is slow. A
 * caller whose task was slow owes the time that it took, until as much time has passed. The suite
 * itself owes nothing. Thread-safe.
 */
public final class Debts {

  /** The maximum number of debts that are kept: those of the tasks that were slow last. */
  private static final int MOST_DEBTS = 10_000;

  private static final Duration LARGEST_DEBT = Duration.ofMinutes(1);

  private final Duration slow;
  private final LongSupplier clock;

  /** When each is paid; a value of the clock. */
  private final Map<Debtor, Long> debts = new RecentMap<>(MOST_DEBTS);

  private record Debtor(CallerKey caller, int kind) {}

  /**
   * @param slow the duration from which a task is slow
   */
  public Debts(Duration slow) {
    this(slow, System::nanoTime);
  }

  /**
   * @param clock in nanoseconds
   */
  public Debts(Duration slow, LongSupplier clock) {
    this.slow = slow;
    this.clock = clock;
  }

  /**
   * Whether the caller has not paid for a slow task yet.
   *
   * @param kind tells tasks apart, of which one caller may have quick and slow ones
   */
  public synchronized boolean owes(CallerKey caller, int kind) {
    Debtor debtor = new Debtor(caller, kind);
    Long paid = debts.get(debtor);
    if (paid != null && paid - clock.getAsLong() <= 0) {
      debts.remove(debtor);
      return false;
    }
    return paid != null;
  }

  /** Adds what a task took to the debt, if it was slow. */
  public synchronized void charge(CallerKey caller, int kind, long nanos) {
    if (isSlow(nanos) && caller.kind() != CallerKey.Kind.SUITE) {
      Debtor debtor = new Debtor(caller, kind);
      long now = clock.getAsLong();
      long owed = Math.max(0, debts.getOrDefault(debtor, now) - now) + nanos;
      debts.put(debtor, now + Math.min(owed, LARGEST_DEBT.toNanos()));
    }
  }

  /** Does the same, and ends the debt if the task was quick. */
  synchronized void chargeOrEnd(CallerKey caller, int kind, long nanos) {
    charge(caller, kind, nanos);
    if (!isSlow(nanos)) {
      debts.remove(new Debtor(caller, kind));
    }
  }

  private boolean isSlow(long nanos) {
    return nanos >= slow.toNanos();
  }
}
