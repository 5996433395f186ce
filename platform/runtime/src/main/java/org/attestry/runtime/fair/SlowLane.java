package org.attestry.runtime.fair;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Deadline;

/**
 * Keeps tasks that take long from the places of quick ones, where nobody knows beforehand which
 * task is which: a multilevel feedback queue (Corbató, 1962) of two levels.
 *
 * <p>A task begins among the quick ones and has a time slice. One that does not end within the
 * slice is ended, and begins anew in this lane, which has places of its own. A caller whose task
 * was slow owes the time that it took here: until as much time has passed, tasks of this caller and
 * this kind begin here, and while others wait here too, each has a fifth of the time. Thread-safe.
 */
public final class SlowLane {

  private static final Duration SHORTEST = Duration.ofMillis(1);

  private final FairQueue places;
  private final Duration slice;
  private final Duration longest;
  private final Predicate<Throwable> outOfTime;
  private final LongSupplier clock;
  private final Debts debts;

  /** A task that may be begun twice. */
  @FunctionalInterface
  public interface Attempt<T> {

    /**
     * Begins the task, which ends itself when the limit has passed.
     *
     * @param slow whether it is in the slow lane
     */
    Future<T> within(Duration limit, boolean slow);
  }

  /**
   * @param places the places of the slow tasks
   * @param slice the limit of a task among the quick ones
   * @param longest the limit of a task in this lane; if the slice is no shorter, no task comes here
   * @param outOfTime whether a failure is that of a task that reached its limit
   */
  public SlowLane(
      FairQueue places, Duration slice, Duration longest, Predicate<Throwable> outOfTime) {
    this(places, slice, longest, outOfTime, System::nanoTime);
  }

  SlowLane(
      FairQueue places,
      Duration slice,
      Duration longest,
      Predicate<Throwable> outOfTime,
      LongSupplier clock) {
    this.places = places;
    this.slice = slice;
    this.longest = longest;
    this.outOfTime = outOfTime;
    this.clock = clock;
    this.debts = new Debts(slice, clock);
  }

  /**
   * Runs a task.
   *
   * @param quick the places of the quick tasks
   * @param kind tells tasks apart, of which one caller may have quick and slow ones
   * @return the result of the task; fails with the refusal of one of the queues, or with the
   *     failure of the task
   */
  public <T> Future<T> run(FairQueue quick, Deadline deadline, int kind, Attempt<T> attempt) {
    if (slice.compareTo(longest) >= 0) {
      return quick.run(deadline, () -> attempt.within(within(longest, deadline), false));
    }
    if (debts.owes(deadline.caller(), kind)) {
      return slowly(deadline, kind, attempt);
    }
    return quick
        .run(deadline, () -> attempt.within(within(slice, deadline), false))
        .recover(
            cause ->
                outOfTime.test(cause)
                    ? slowly(deadline, kind, attempt)
                    : Future.failedFuture(cause));
  }

  private <T> Future<T> slowly(Deadline deadline, int kind, Attempt<T> attempt) {
    CallerKey caller = deadline.caller();
    return places.run(
        deadline,
        () -> {
          boolean less = debts.owes(caller, kind) && places.othersWait(caller);
          Duration limit = within(less ? longest.dividedBy(5) : longest, deadline);
          long begun = clock.getAsLong();
          return attempt
              .within(limit, true)
              .onComplete(done -> debts.chargeOrEnd(caller, kind, clock.getAsLong() - begun));
        });
  }

  /** Returns a limit that leaves a fifth of the caller's time for the reply. */
  private Duration within(Duration limit, Deadline deadline) {
    long nanos = deadline.nanos() - clock.getAsLong();
    Duration left = Duration.ofNanos(nanos).multipliedBy(4).dividedBy(5);
    Duration shorter = left.compareTo(limit) < 0 ? left : limit;
    return shorter.compareTo(SHORTEST) < 0 ? SHORTEST : shorter;
  }
}
