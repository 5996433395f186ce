package org.attestry.registry.store;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.function.LongConsumer;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.work.FairQueue;
import org.attestry.runtime.work.FairQueue.Limits;
import org.attestry.runtime.work.FairQueue.Refusals;

/**
 * Executes statements on the connections for searches, and for other reads with large results.
 * Callers take turns; a user has all but one of the connections, an address without a token a
 * quarter, at least one.
 */
final class SearchQueue {

  private static final int WAITING = 512;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

  private static final Refusals REFUSALS =
      new Refusals(
          () ->
              FailureException.of(
                  FailureKind.RATE_LIMITED,
                  "registry.search.too-many",
                  "Too many of your searches and large reads are under way; wait for one to end."),
          Refusals.USUAL.busy());

  private final Database database;
  private final FairQueue searches;
  private final FairQueue orderedScans;

  SearchQueue(Vertx vertx, Database database, MeterRegistry meters) {
    this.database = database;
    this.searches = queue(vertx, "registry-searches", meters);
    this.orderedScans = queue(vertx, "registry-ordered-scans", meters);
  }

  private FairQueue queue(Vertx vertx, String pool, MeterRegistry meters) {
    int connections = database.searchConnections();
    Limits limits =
        Limits.of(connections, WAITING)
            .ofUser(Math.max(1, connections - 1))
            .longestWait(LONGEST_WAIT);
    return new FairQueue(vertx, pool, limits, REFUSALS, meters);
  }

  /**
   * @return fails with RATE_LIMITED if too many statements of the caller wait, or this one waits
   *     too long for them; with UNAVAILABLE if it does for those of others
   */
  Future<RowSet<Row>> execute(Deadline deadline, String sql, Tuple parameters) {
    return execute(deadline, sql, parameters, nanos -> {});
  }

  /**
   * @param work receives the duration of the statement in nanoseconds, without the wait for others
   */
  Future<RowSet<Row>> execute(Deadline deadline, String sql, Tuple parameters, LongConsumer work) {
    return searches.run(
        deadline,
        () -> {
          long begun = System.nanoTime();
          return database
              .searches(sql)
              .execute(parameters)
              .onComplete(done -> work.accept(System.nanoTime() - begun));
        });
  }

  /**
   * Executes a statement that finds rows by a key, or reads a B-tree in its order, on connections
   * of its own.
   */
  Future<RowSet<Row>> scan(Deadline deadline, String sql, Tuple parameters) {
    return orderedScans.run(deadline, () -> database.orderedScans(sql).execute(parameters));
  }
}
