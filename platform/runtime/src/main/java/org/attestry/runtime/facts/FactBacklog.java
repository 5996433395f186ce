package org.attestry.runtime.facts;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import java.util.List;
import java.util.stream.IntStream;
import org.attestry.runtime.management.Health;
import org.attestry.runtime.management.ShownNumbers;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/** Reports the number of pending and of parked facts, in health and metrics. */
public final class FactBacklog {

  /** Counts pending, parked and waiting facts; each count stops at 100,000. */
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

  private static final List<String> NAMES =
      List.of(
          "outboxRows",
          "outboxOldestSeconds",
          "outboxParked",
          "outboxHeld",
          "inboxParked",
          "inboxHeld");

  private FactBacklog() {}

  /** Adds the backlog of a service to its health and its metrics. */
  public static void show(Database database, Health health, MeterRegistry meters) {
    ShownNumbers.show("facts", NAMES, () -> count(database), health, meters);
  }

  private static Future<List<Long>> count(Database database) {
    return database
        .shortReads(COUNT)
        .execute()
        .map(Rows::one)
        .map(row -> IntStream.range(0, NAMES.size()).mapToObj(row::getLong).toList());
  }
}
