package org.attestry.registry.search;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Deadline;
import org.attestry.registry.stored.PgSearchQueue;
import org.attestry.runtime.postgres.PgErrors;
import org.attestry.runtime.postgres.Rows;

/**
 * Decides which searches are costly. The duration of each search is known, but any search is slow
 * on a busy machine. So before slow searches cause an index to be added, one of them is executed
 * again by {@code EXPLAIN ANALYZE}, which counts the entities that the database reads for it. Not
 * thread-safe: used on one event loop.
 *
 * @param longest the duration from which a search is a candidate
 * @param reads the minimum number of entities that a costly search reads
 */
public record SearchWork(PgSearchQueue connections, Duration longest, long reads) {

  private static final Duration LONGEST = Duration.ofSeconds(10);
  private static final String EXPLAIN = "EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ";

  /** The statements of one search. */
  static final class Spent {

    private long nanos;
    private long mostNanos = -1;
    private SearchStatement costliest;

    void add(SearchStatement statement, long took) {
      nanos += took;
      if (took > mostNanos && !statement.explains()) {
        mostNanos = took;
        costliest = statement;
      }
    }
  }

  boolean tookLong(Spent spent) {
    return spent.nanos >= longest.toNanos();
  }

  /** Returns whether the search reads many entities; a timeout counts as many. Never fails. */
  Future<Boolean> readsMuch(Spent spent, CallerKey caller) {
    SearchStatement statement = spent.costliest;
    return statement == null
        ? Future.succeededFuture(false)
        : connections
            .execute(
                Deadline.in(LONGEST, caller), EXPLAIN + statement.sql(), statement.parameters())
            .map(rows -> read(plan(Rows.one(rows).getValue(0))) >= reads)
            .recover(cause -> Future.succeededFuture(PgErrors.isTimeout(cause)));
  }

  private static JsonObject plan(Object explained) {
    return ((JsonArray) explained).getJsonObject(0).getJsonObject("Plan");
  }

  /** Returns how many entities the scans of a plan read; an entity may be counted several times. */
  private static double read(JsonObject node) {
    double all = node.containsKey("Relation Name") ? rows(node) : 0;
    for (Object child : node.getJsonArray("Plans", new JsonArray())) {
      all += read((JsonObject) child);
    }
    return all;
  }

  private static double rows(JsonObject scan) {
    double each =
        scan.getDouble("Actual Rows", 0.0)
            + scan.getDouble("Rows Removed by Filter", 0.0)
            + scan.getDouble("Rows Removed by Index Recheck", 0.0);
    return each * scan.getDouble("Actual Loops", 1.0);
  }
}
