package org.attestry.runtime.fair;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/** A clock that stands still until it is moved. Tasks run at once, on the one thread. */
final class ManualTiming implements FairQueue.Timing {

  private final TreeMap<Long, List<Runnable>> timers = new TreeMap<>();
  private long now = 1_000;

  @Override
  public LongSupplier clock() {
    return () -> now;
  }

  @Override
  public Runnable after(Duration delay, Runnable action) {
    List<Runnable> actions =
        timers.computeIfAbsent(now + delay.toNanos(), first -> new ArrayList<>());
    actions.add(action);
    return () -> actions.remove(action);
  }

  @Override
  public Executor context() {
    return Runnable::run;
  }

  void pass(Duration duration) {
    now += duration.toNanos();
    while (!timers.isEmpty() && timers.firstKey() <= now) {
      List.copyOf(timers.pollFirstEntry().getValue()).forEach(Runnable::run);
    }
  }
}
