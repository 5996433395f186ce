package org.attestry.runtime.management;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Numbers in health and metrics, read only on request. They do not affect readiness: a service with
 * a backlog can still work.
 */
public final class ShownNumbers {

  private final List<String> names;
  private final Supplier<Future<List<Long>>> source;
  private volatile Map<String, Long> last = Map.of();

  private ShownNumbers(List<String> names, Supplier<Future<List<Long>>> source) {
    this.names = names;
    this.source = source;
  }

  /**
   * Adds numbers to a service's health and metrics.
   *
   * @param detail the name of the group of numbers in health
   * @param names the names in health, in camelCase; in metrics, the words are separated by dots
   * @param source reads the numbers, in the order of the names; null stands for 0
   */
  public static void show(
      String detail,
      List<String> names,
      Supplier<Future<List<Long>>> source,
      Health health,
      MeterRegistry meters) {
    ShownNumbers shown = new ShownNumbers(names, source);
    health.detail(detail, shown::read);
    names.forEach(name -> shown.meter(meters, name, health));
  }

  private void meter(MeterRegistry meters, String name, Health health) {
    String metric = "attestry." + name.replaceAll("([A-Z])", ".$1").toLowerCase(Locale.ROOT);
    Gauge.builder(metric, this, shown -> shown.last.getOrDefault(name, 0L))
        .tag("service", health.service())
        .strongReference(true)
        .register(meters);
  }

  private Future<Map<String, Long>> read() {
    return source
        .get()
        .map(
            numbers -> {
              Map<String, Long> named = new LinkedHashMap<>();
              for (int i = 0; i < names.size(); i++) {
                named.put(names.get(i), numbers.get(i) == null ? 0 : numbers.get(i));
              }
              last = named;
              return named;
            });
  }
}
