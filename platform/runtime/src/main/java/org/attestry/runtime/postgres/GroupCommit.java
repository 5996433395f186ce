package org.attestry.runtime.postgres;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.FailureException;
import org.attestry.runtime.async.AsyncCall;
import org.attestry.runtime.fair.FairQueue.Refusals;

/**
 * Group commit: concurrent writes of one kind share SQL statements. While {@value #STATEMENTS}
 * statements run, further writes wait, and the next statement includes the waiting ones. A
 * statement is committed as a whole; if it is refused, its writes are retried in smaller groups and
 * finally alone, so that a bad write does not fail the others.
 *
 * <p>Callers take turns: the writes of a statement, and those of the next ones, are in the order of
 * {@link WriteTurns}. A write that would make a statement longer than {@value #MOST_CHARACTERS}
 * characters waits for the next one, with the first turn.
 *
 * <p>While many writes are being prepared, a statement waits {@value #GATHER_MILLIS} ms for some of
 * them, as a commit does with PostgreSQL's {@code commit_delay} and {@code commit_siblings}: the
 * processors are busy then, and each saved statement leaves time for another write.
 *
 * <p>A slow statement, for instance one that waits for a lock on a partition, does not count
 * towards the limit; but writes of one type are in at most {@value #STATEMENTS} statements at once.
 * Used on one event loop.
 *
 * @param <W> a row to write, together with related data
 */
public final class GroupCommit<W extends GroupCommit.Write> {

  /**
   * The number of concurrent statements: one that the server executes, and one that is being sent.
   */
  private static final int STATEMENTS = 2;

  /**
   * From this number of writes in preparation, only one statement runs at a time, and the next one
   * gathers writes.
   */
  private static final int MANY = 4;

  private static final long GATHER_MILLIS = 5;
  private static final int MOST_ROWS = 32;
  private static final int MOST_CHARACTERS = 131_072;

  /** What a row costs however short it is: the time of as many characters. */
  private static final int ROW_CHARACTERS = MOST_CHARACTERS / MOST_ROWS;

  private static final int MOST_WAITING = 1_024; // of one type
  private static final int MOST_WAITING_OF_USER = MOST_WAITING / 2;
  private static final int MOST_WAITING_OF_ADDRESS = MOST_WAITING / 8;

  /**
   * The duration from which a statement counts as slow: many times that of a statement that waits
   * for no lock.
   */
  private static final long SLOW_MILLIS = 200;

  private final Function<List<W>, Future<Set<UUID>>> statement;
  private final Supplier<? extends Future<?>> timeout;
  private final Supplier<? extends Future<?>> pause;
  private final FailureException busy;
  private final WriteTurns<Waiting<W>> waiting = new WriteTurns<>();
  private final Map<Object, Integer> waitingOfType = new HashMap<>();
  private final List<InFlight<W>> statements = new ArrayList<>();
  private int preparing;
  private boolean gathering;
  private int pauses;

  /** A write that can share an SQL statement with others. */
  public interface Write {

    /**
     * Returns the row's id. A statement contains its rows in the order of their ids, and each row
     * once.
     */
    UUID id();

    /** Returns the write's type: writes of one type may wait for the same locks. */
    Object type();

    int characters();

    /** Returns whom the write is done for. */
    CallerKey caller();
  }

  /**
   * @param statement stores all rows or none; yields the ids of the rows that were stored
   * @param busy the failure of a write if too many writes of its type wait
   */
  public GroupCommit(
      Vertx vertx, Function<List<W>, Future<Set<UUID>>> statement, FailureException busy) {
    this(statement, () -> vertx.timer(SLOW_MILLIS), () -> vertx.timer(GATHER_MILLIS), busy);
  }

  /**
   * @param timeout starts a timer whose future completes when a statement counts as slow
   * @param pause starts a timer whose future completes when a statement has waited for further
   *     writes
   */
  GroupCommit(
      Function<List<W>, Future<Set<UUID>>> statement,
      Supplier<? extends Future<?>> timeout,
      Supplier<? extends Future<?>> pause,
      FailureException busy) {
    this.statement = statement;
    this.timeout = timeout;
    this.pause = pause;
    this.busy = busy;
  }

  /**
   * @return whether the row was stored; fails with the database's error for this write alone, with
   *     kind RATE_LIMITED if too many writes of the caller wait
   */
  public Future<Boolean> write(W write) {
    if (waitingOfType.getOrDefault(write.type(), 0) >= MOST_WAITING) {
      return Future.failedFuture(busy);
    }
    if (waiting.of(write.caller()) >= mostWaiting(write.caller().kind())) {
      return Future.failedFuture(Refusals.USUAL.tooMany().get());
    }
    if (waiting.isEmpty() && preparing >= MANY) {
      gather();
    }
    Waiting<W> next = new Waiting<>(write, Promise.promise());
    waiting.add(next, write.caller(), ROW_CHARACTERS + write.characters());
    waitingOfType.merge(write.type(), 1, Integer::sum);
    runNext();
    return next.stored.future();
  }

  private static int mostWaiting(CallerKey.Kind kind) {
    return switch (kind) {
      case USER -> MOST_WAITING_OF_USER;
      case ADDRESS -> MOST_WAITING_OF_ADDRESS;
      case SUITE -> Integer.MAX_VALUE;
    };
  }

  /**
   * Writes a row that is still being prepared.
   *
   * @return whether the row was stored; also fails if the preparation fails
   */
  public Future<Boolean> write(Future<W> prepared) {
    preparing++;
    return prepared
        .onComplete(done -> preparing--)
        .onFailure(failed -> runNext())
        .compose(this::write);
  }

  /**
   * Starts a pause. The number distinguishes pauses: the end of a pause whose statement did not
   * wait for it must not end the next pause.
   */
  private void gather() {
    gathering = true;
    int number = ++pauses;
    pause
        .get()
        .onComplete(
            over -> {
              if (number == pauses) {
                gathering = false;
                runNext();
              }
            });
  }

  private boolean isGathering() {
    return gathering && preparing > 0 && waiting.size() < MOST_ROWS;
  }

  private void runNext() {
    int most = preparing >= MANY ? 1 : STATEMENTS;
    while (!isGathering() && statements.stream().filter(each -> !each.slow).count() < most) {
      List<Waiting<W>> rows = nextRows();
      if (rows.isEmpty()) {
        return;
      }
      begin(new InFlight<>(rows));
    }
  }

  private void begin(InFlight<W> next) {
    gathering = false;
    statements.add(next);
    timeout
        .get()
        .onSuccess(
            slow -> {
              next.slow = true;
              runNext();
            });
    run(next.rows)
        .onComplete(
            done -> {
              statements.remove(next);
              runNext();
            });
  }

  /**
   * Selects the rows of the next statement, in the order of ids, so that two statements cannot wait
   * for each other's rows; the second of two writes of one row waits.
   */
  private List<Waiting<W>> nextRows() {
    TreeSet<Waiting<W>> rows = new TreeSet<>(Comparator.comparing(Waiting::id));
    int characters = 0;
    Iterator<Waiting<W>> inTurn = waiting.iterator();
    while (inTurn.hasNext() && rows.size() < MOST_ROWS) {
      Waiting<W> next = inTurn.next();
      if (isBusy(next.type()) || rows.contains(next)) {
        continue;
      }
      characters += next.write.characters();
      if (characters > MOST_CHARACTERS && !rows.isEmpty()) {
        break;
      }
      rows.add(next);
      inTurn.remove();
      waitingOfType.computeIfPresent(next.type(), (type, n) -> n == 1 ? null : n - 1);
    }
    return List.copyOf(rows);
  }

  private boolean isBusy(Object type) {
    return statements.stream().filter(each -> each.types.contains(type)).count() >= STATEMENTS;
  }

  private Future<Void> run(List<Waiting<W>> rows) {
    return AsyncCall.of(() -> statement.apply(rows.stream().map(Waiting::write).toList()))
        .onSuccess(stored -> rows.forEach(row -> row.stored.complete(stored.contains(row.id()))))
        .<Void>mapEmpty()
        .recover(
            cause ->
                rows.size() > 1 && PgErrors.isRefusal(cause) ? apart(rows) : fail(rows, cause));
  }

  /**
   * Retries the rows of each type separately, because the fault is usually in one type; the rows of
   * one type are retried one by one.
   */
  private Future<Void> apart(List<Waiting<W>> rows) {
    Collection<List<Waiting<W>>> types =
        rows.stream().collect(Collectors.groupingBy(Waiting::type)).values();
    Stream<List<Waiting<W>>> parts =
        types.size() > 1 ? types.stream() : rows.stream().map(List::of);
    return Future.join(parts.map(this::run).toList()).mapEmpty();
  }

  private static <W extends Write> Future<Void> fail(List<Waiting<W>> rows, Throwable cause) {
    rows.forEach(row -> row.stored.fail(cause));
    return Future.succeededFuture();
  }

  private static final class InFlight<W extends Write> {
    private final List<Waiting<W>> rows;
    private final Set<Object> types;
    private boolean slow;

    InFlight(List<Waiting<W>> rows) {
      this.rows = rows;
      this.types = rows.stream().map(Waiting::type).collect(Collectors.toSet());
    }
  }

  private record Waiting<W extends Write>(W write, Promise<Boolean> stored) {
    UUID id() {
      return write.id();
    }

    Object type() {
      return write.type();
    }
  }
}
