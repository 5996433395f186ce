package org.attestry.gateway.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Counts and times requests by operation and status. Used on the event loop of one verticle. */
public final class RequestMeters {

  private final MeterRegistry meters;
  private final Map<Key, Timer> timers = new HashMap<>();

  public RequestMeters(MeterRegistry meters) {
    this.meters = meters;
  }

  /**
   * @param began a reading of {@link System#nanoTime()}
   */
  void ended(String operationId, int status, long began) {
    timers
        .computeIfAbsent(new Key(operationId, status), this::timer)
        .record(System.nanoTime() - began, TimeUnit.NANOSECONDS);
  }

  private Timer timer(Key key) {
    return Timer.builder("attestry.http")
        .tag("operation", key.operationId())
        .tag("status", Integer.toString(key.status()))
        .register(meters);
  }

  private record Key(String operationId, int status) {}
}
