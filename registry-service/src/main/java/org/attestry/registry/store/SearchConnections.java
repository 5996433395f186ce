package org.attestry.registry.store;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.work.AsyncCall;

/**
 * Limits the concurrent statements of one caller to all but one of the connections for searches, so
 * that slow searches of one caller do not block those of others. Further statements wait. Callers
 * without a token count as one caller. Not thread-safe: used on one event loop.
 */
final class SearchConnections {

  private static final int MOST_WAITING = 256;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

  private final Database database;
  private final int most;
  private final Map<String, OfCaller> callers = new HashMap<>();

  SearchConnections(Database database) {
    this.database = database;
    this.most = Math.max(1, database.searchConnections() - 1);
  }

  private static final class OfCaller {
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private int running;
  }

  private record Waiting(Promise<Void> slot, Deadline until) {}

  /**
   * @param caller the user id, or null without a token
   * @return fails with RATE_LIMITED if too many statements of the caller wait, or this one waits
   *     too long
   */
  Future<RowSet<Row>> execute(String caller, String sql, Tuple parameters) {
    return execute(caller, sql, parameters, nanos -> {});
  }

  /**
   * @param work receives the duration of the statement in nanoseconds, without the wait for other
   *     statements of the caller
   */
  Future<RowSet<Row>> execute(String caller, String sql, Tuple parameters, LongConsumer work) {
    String key = caller == null ? "" : caller;
    OfCaller mine = callers.computeIfAbsent(key, first -> new OfCaller());
    return slot(mine)
        .compose(
            free -> {
              long begun = System.nanoTime();
              return AsyncCall.of(() -> database.searches(sql).execute(parameters))
                  .onComplete(done -> work.accept(System.nanoTime() - begun))
                  .onComplete(done -> leave(key, mine));
            });
  }

  private Future<Void> slot(OfCaller mine) {
    if (mine.running < most) {
      mine.running++;
      return Future.succeededFuture();
    }
    if (mine.waiting.size() >= MOST_WAITING) {
      return Future.failedFuture(tooMany());
    }
    Promise<Void> slot = Promise.promise();
    mine.waiting.add(new Waiting(slot, Deadline.in(LONGEST_WAIT)));
    return slot.future();
  }

  private void leave(String key, OfCaller mine) {
    Waiting next = mine.waiting.poll();
    while (next != null && next.until().passed()) {
      next.slot().fail(tooMany());
      next = mine.waiting.poll();
    }
    if (next != null) {
      next.slot().complete();
      return;
    }
    mine.running--;
    if (mine.running == 0) {
      callers.remove(key, mine);
    }
  }

  private static FailureException tooMany() {
    return FailureException.of(
        FailureKind.RATE_LIMITED,
        "registry.search.too-many",
        "Too many of your searches are under way; wait for one to end.");
  }
}
