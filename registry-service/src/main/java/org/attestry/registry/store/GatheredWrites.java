package org.attestry.registry.store;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.pgclient.PgException;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;

/**
 * Writes of one kind to one type that are under way at the same time share statements: what comes
 * while {@value #STATEMENTS} are running waits for the next one, and goes with all that wait by
 * then. A statement is committed as a whole; where it is refused, each of its writes is tried by
 * itself, so that what is wrong with one does not harm another. Used on one event loop.
 */
final class GatheredWrites {

  /** One that the server works on, and one on its way. */
  private static final int STATEMENTS = 2;

  private static final int MOST_ROWS = 32;
  private static final int MOST_CHARACTERS = 131_072;
  private static final int MOST_WAITING = 1_024;

  private static final FailureException BUSY =
      Failure.of(
              FailureKind.UNAVAILABLE,
              "registry.store.busy",
              "Too many writes of this type are waiting; try again shortly.")
          .exception();

  private final Function<List<EntityWrite>, Future<Set<UUID>>> statement;
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private int running;

  /**
   * @param statement stores all or nothing; gives the ids of the entities that were stored
   */
  GatheredWrites(Function<List<EntityWrite>, Future<Set<UUID>>> statement) {
    this.statement = statement;
  }

  /**
   * @return whether the entity was stored; fails with what the database says of this write alone
   */
  Future<Boolean> write(EntityWrite write) {
    if (waiting.size() >= MOST_WAITING) {
      return Future.failedFuture(BUSY);
    }
    Waiting next = new Waiting(write, Promise.promise());
    waiting.add(next);
    runNext();
    return next.stored.future();
  }

  private void runNext() {
    while (running < STATEMENTS && !waiting.isEmpty()) {
      running++;
      run(gather())
          .onComplete(
              done -> {
                running--;
                runNext();
              });
    }
  }

  /**
   * In the order of ids, so that of two statements only one waits for the other's rows; of two
   * writes of one entity the second waits.
   */
  private List<Waiting> gather() {
    TreeSet<Waiting> rows = new TreeSet<>(Comparator.comparing(Waiting::id));
    int characters = 0;
    Iterator<Waiting> each = waiting.iterator();
    while (each.hasNext() && rows.size() < MOST_ROWS && characters < MOST_CHARACTERS) {
      Waiting next = each.next();
      if (rows.add(next)) {
        characters += next.write.body().length();
        each.remove();
      }
    }
    return List.copyOf(rows);
  }

  private Future<Void> run(List<Waiting> rows) {
    return Future.succeededFuture(rows.stream().map(Waiting::write).toList())
        .compose(statement)
        .onSuccess(stored -> rows.forEach(row -> row.stored.complete(stored.contains(row.id()))))
        .<Void>mapEmpty()
        .recover(cause -> rows.size() > 1 && isRefusal(cause) ? each(rows) : fail(rows, cause));
  }

  private Future<Void> each(List<Waiting> rows) {
    return Future.join(rows.stream().map(row -> run(List.of(row))).toList()).mapEmpty();
  }

  private static Future<Void> fail(List<Waiting> rows, Throwable cause) {
    rows.forEach(row -> row.stored.fail(cause));
    return Future.succeededFuture();
  }

  /** Of an ERROR, not of the end of a connection, it is sure that nothing was stored. */
  private static boolean isRefusal(Throwable cause) {
    return cause instanceof PgException sql && "ERROR".equals(sql.getSeverity());
  }

  private record Waiting(EntityWrite write, Promise<Boolean> stored) {
    UUID id() {
      return write.entity().id();
    }
  }
}
