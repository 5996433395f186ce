package org.attestry.registry.stored;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.registry.memory.BoundedEntityMemory;
import org.attestry.registry.memory.EntityMemory;
import org.attestry.runtime.fair.FairQueue;
import org.attestry.runtime.fair.FairQueue.Limits;
import org.attestry.runtime.fair.FairQueue.Refusals;
import org.attestry.runtime.fair.SlowLane;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Database.Planning;
import org.attestry.runtime.postgres.PgErrors;

/**
 * Executes searches, and other reads with large results. Callers take turns; a user has all but one
 * of the connections, an address without a token a quarter, at least one. A statement that is not
 * quick begins anew in a {@link SlowLane}, which has half as many connections; a user has half of
 * them there. What was read is returned when it fits into {@link EntityMemory}.
 */
public final class PgSearchQueue {

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

  private final Vertx vertx;
  private final MeterRegistry meters;
  private final Database database;
  private final FairQueue searches;
  private final FairQueue orderedScans;
  private final SlowLane slow;
  private final EntityMemory memory;

  public PgSearchQueue(Vertx vertx, Database database, MeterRegistry meters) {
    this.memory = new BoundedEntityMemory(vertx, Runtime.getRuntime().maxMemory(), meters);
    this.vertx = vertx;
    this.meters = meters;
    this.database = database;
    int connections = database.searchConnections();
    int most = Math.max(1, connections - 1);
    this.searches = queue("registry-searches", usual(connections).ofUser(most));
    this.orderedScans = queue("registry-ordered-scans", usual(connections).ofUser(most));
    this.slow =
        new SlowLane(
            queue("registry-slow-searches", usual(Math.ceilDiv(connections, 2))),
            database.quickLimit(),
            database.searchLimit(),
            PgErrors::isCanceled);
  }

  private FairQueue queue(String pool, Limits limits) {
    return new FairQueue(vertx, pool, limits, REFUSALS, meters);
  }

  private static Limits usual(int connections) {
    return Limits.of(connections, WAITING).longestWait(LONGEST_WAIT);
  }

  /**
   * @return fails with RATE_LIMITED if too many statements of the caller wait, or they delay this
   *     one too long; with UNAVAILABLE if those of others do; as {@link Database#searchQuickly} if
   *     it takes too long
   */
  public Future<RowSet<Row>> execute(Deadline deadline, String sql, Tuple parameters) {
    return run(
        searches,
        deadline,
        sql,
        (limit, slowly) -> execute(limit, slowly, Planning.EACH_TIME, sql, parameters));
  }

  /**
   * Executes a statement that finds rows by a key, or reads a B-tree in its order, on connections
   * of its own.
   */
  public Future<RowSet<Row>> scan(Deadline deadline, String sql, Tuple parameters) {
    return run(
        orderedScans,
        deadline,
        sql,
        (limit, slowly) -> execute(limit, slowly, Planning.ONCE, sql, parameters));
  }

  private Future<RowSet<Row>> run(
      FairQueue quick, Deadline deadline, String sql, SlowLane.Attempt<RowSet<Row>> attempt) {
    return slow.run(quick, deadline, sql.hashCode(), attempt)
        .compose(rows -> admitted(deadline, rows));
  }

  public EntityMemory memory() {
    return memory;
  }

  /** Returns rows that were read in another way, when they fit into {@link EntityMemory}. */
  Future<RowSet<Row>> admitted(Deadline deadline, RowSet<Row> rows) {
    return memory.admit(deadline, EntityRows.characters(rows)).map(rows);
  }

  private Future<RowSet<Row>> execute(
      Duration limit, boolean slowly, Planning planning, String sql, Tuple parameters) {
    return slowly
        ? database.searchSlowly(limit, planning, sql, parameters)
        : database.searchQuickly(planning, sql, parameters);
  }
}
