package org.attestry.bench.cases;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.attestry.bench.load.BenchFailure;
import org.attestry.bench.load.BenchTypes;
import org.attestry.bench.load.Gateway;

/**
 * Publishes new types periodically until it is closed; a publication that takes longer than the
 * period delays the next one.
 */
final class Publisher implements AutoCloseable {

  private static final double NANOS_PER_MILLI = 1_000_000.0;
  private static final long STOP_SECONDS = 60;

  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private final List<Double> millis = new CopyOnWriteArrayList<>();
  private final Gateway gateway;
  private final String prefix;
  private volatile String failure;

  /**
   * @param prefix the prefix of the names of the types
   */
  Publisher(Gateway gateway, String prefix, long periodMillis) {
    this.gateway = gateway;
    this.prefix = prefix;
    clock.scheduleAtFixedRate(this::publish, 0, periodMillis, TimeUnit.MILLISECONDS);
  }

  int published() {
    return millis.size();
  }

  double medianMillis() {
    List<Double> sorted = millis.stream().sorted().toList();
    return sorted.isEmpty() ? Double.NaN : sorted.get(sorted.size() / 2);
  }

  /** Returns why a type was not published; empty if all were published. */
  Optional<String> failure() {
    return Optional.ofNullable(failure);
  }

  @Override
  public void close() {
    clock.shutdown();
    try {
      clock.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void publish() {
    long begin = System.nanoTime();
    try {
      String type = prefix + (millis.size() + 1);
      Gateway.Answer answer = gateway.post("/api/v1/Schema", BenchTypes.flat(type));
      if (!answer.ok()) {
        failure = "%s was not published: %d %s".formatted(type, answer.status(), answer.message());
      }
    } catch (BenchFailure e) {
      failure = e.getMessage();
    }
    millis.add((System.nanoTime() - begin) / NANOS_PER_MILLI);
  }
}
