package org.attestry.runtime.fair;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.LongTaskTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/**
 * The metrics of a pool, by its name and never by caller: {@code attestry.pool.waiting} (tasks that
 * wait now), {@code attestry.pool.wait} (how long tasks have waited; those that began at once are
 * not counted) and {@code attestry.pool.refused}.
 */
final class QueueMeters {

  /** The label with the pool's name. */
  private static final String POOL = "pool";

  private final LongTaskTimer waiting;
  private final Timer wait;
  private final Counter refused;

  QueueMeters(MeterRegistry meters, String pool) {
    this.waiting = LongTaskTimer.builder("attestry.pool.waiting").tag(POOL, pool).register(meters);
    this.wait = Timer.builder("attestry.pool.wait").tag(POOL, pool).register(meters);
    this.refused = Counter.builder("attestry.pool.refused").tag(POOL, pool).register(meters);
  }

  Wait begin() {
    return new Wait(waiting.start(), wait);
  }

  void refused() {
    refused.increment();
  }

  /** A task that waits. */
  record Wait(LongTaskTimer.Sample sample, Timer timer) {

    void end() {
      timer.record(sample.stop(), TimeUnit.NANOSECONDS);
    }
  }
}
