package org.attestry.runtime.facts;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.attestry.runtime.management.Health;
import org.attestry.runtime.postgres.Database;

/**
 * The number of pending and of parked facts, in health and metrics, read from the database on
 * request only. They do not affect readiness: a service with a backlog can do its work.
 */
public final class FactBacklog {

  /** Counting stops at 100,000. */
  private static final String COUNT =
      """
      SELECT
        (SELECT count(*) FROM (SELECT FROM outbox WHERE seq >= 0 LIMIT 100000) AS counted),
        (SELECT greatest(0, extract(epoch FROM now() - written_at))::bigint
          FROM outbox ORDER BY seq LIMIT 1),
        (SELECT count(*) FROM (
          SELECT FROM outbox_parked WHERE reason IS NOT NULL LIMIT 100000) AS counted),
        (SELECT count(*) FROM (
          SELECT FROM outbox_parked WHERE seq >= 0 AND reason IS NULL LIMIT 100000) AS counted),
        (SELECT count(*) FROM (
          SELECT FROM inbox_parked WHERE seq >= 0 AND reason IS NOT NULL LIMIT 100000) AS counted),
        (SELECT count(*) FROM (
          SELECT FROM inbox_parked WHERE seq >= 0 AND reason IS NULL LIMIT 100000) AS counted)
      """;

  /** As in health; the metrics have dots between the words. */
  private static final List<String> NAMES =
      List.of(
          "outboxRows",
          "outboxOldestSeconds",
          "outboxParked",
          "outboxHeld",
          "inboxParked",
          "inboxHeld");

  private final Database database;
  private volatile Map<String, Long> last = Map.of();

  private FactBacklog(Database database) {
    this.database = database;
  }

  /** Adds the backlog of a service to its health and its metrics. */
  public static void show(Database database, Health health, MeterRegistry meters) {
    FactBacklog backlog = new FactBacklog(database);
    health.detail("facts", backlog::count);
    NAMES.forEach(name -> backlog.meter(meters, name, health));
  }

  private void meter(MeterRegistry meters, String name, Health health) {
    String metric = "attestry." + name.replaceAll("([A-Z])", ".$1").toLowerCase(Locale.ROOT);
    Gauge.builder(metric, this, backlog -> backlog.last.getOrDefault(name, 0L))
        .tag("service", health.service())
        .strongReference(true)
        .register(meters);
  }

  private Future<Map<String, Long>> count() {
    return database
        .shortReads(COUNT)
        .execute()
        .map(
            rows -> {
              Row row = rows.iterator().next();
              Map<String, Long> counted = new LinkedHashMap<>();
              for (int i = 0; i < NAMES.size(); i++) {
                counted.put(NAMES.get(i), row.getLong(i) == null ? 0 : row.getLong(i));
              }
              last = counted;
              return counted;
            });
  }
}
