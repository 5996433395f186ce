package org.attestry.runtime.fair;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;

/**
 * Runs a limited number of tasks at once, and lets the callers whose tasks wait take turns, so that
 * no caller keeps another one waiting for long.
 *
 * <p>Each caller has a queue of its own, and one task of it begins in each round, or fewer if they
 * cost more than others. All callers without a token together have one turn in a round; in theirs,
 * each address has its turn. The suite itself has one turn too. A caller may use only a part of the
 * places, so that others find one that is free or that another caller leaves; what may run and wait
 * is in {@link Limits}. A task waits for four fifths of its caller's time at the most: it is then
 * refused, while the caller still reads the reply, and not begun. This is the only class that
 * queues callers' work. Thread-safe.
 */
public final class FairQueue {

  private static final Duration NO_TIMER = Duration.ofHours(1);

  private final Limits limits;
  private final Refusals refusals;
  private final Timing timing;
  private final QueueMeters meters;
  private final CallerQueue.Group all;
  private final CallerQueue.Group anonymous;
  private final Map<CallerKey, CallerQueue.One> callers = new HashMap<>();

  /**
   * How much may run and wait at once.
   *
   * @param places the most tasks that run at once, or the most that they cost together
   * @param ofUser the most of them for one user
   * @param ofAddress the most of them for one address without a token
   * @param ofAnonymous the most of them for all addresses without a token together
   * @param waiting the most tasks that wait, a quarter of them for all addresses without a token
   *     together; with 0, a task that cannot begin at once is refused
   * @param waitingOfUser the most of them for one user
   * @param waitingOfAddress the most of them for one address without a token
   * @param longestWait the longest wait; a caller's deadline may shorten it
   */
  public record Limits(
      int places,
      int ofUser,
      int ofAddress,
      int ofAnonymous,
      int waiting,
      int waitingOfUser,
      int waitingOfAddress,
      Duration longestWait) {

    private static final Duration UNTIL_DEADLINE = Duration.ofDays(1);

    /**
     * Returns limits by which a user has half of the places and of the queue, all addresses without
     * a token together half of the places, and each of them a quarter of the places and an eighth
     * of the queue; tasks wait until their deadline.
     */
    public static Limits of(int places, int waiting) {
      int half = Math.max(1, places / 2);
      int quarter = Math.max(1, places / 4);
      return new Limits(
          places,
          half,
          quarter,
          half,
          waiting,
          Math.ceilDiv(waiting, 2),
          Math.ceilDiv(waiting, 8),
          UNTIL_DEADLINE);
    }

    /**
     * Returns the same limits with other shares of a caller, running and waiting.
     *
     * @param user the most running tasks of a user
     * @param address the most running tasks of an address without a token
     * @param times how many times as many may wait
     */
    public Limits ofOne(int user, int address, int times) {
      return new Limits(
          places,
          user,
          address,
          Math.max(address, ofAnonymous),
          waiting,
          user * times,
          address * times,
          longestWait);
    }

    /** Returns the same limits with another share of a user, running. */
    public Limits ofUser(int most) {
      return new Limits(
          places,
          most,
          ofAddress,
          ofAnonymous,
          waiting,
          waitingOfUser,
          waitingOfAddress,
          longestWait);
    }

    /**
     * Returns the same limits for tasks that last as long as their clients want: a user has an
     * eighth of the places, an address without a token a sixteenth, so that no two callers can fill
     * the places with slow clients.
     *
     * @param times how many times as many tasks of a caller may wait as run
     */
    public Limits ofSlowClients(int times) {
      return ofOne(Math.max(1, places / 8), Math.max(1, places / 16), times);
    }

    /** Returns the same limits with a longest wait. */
    public Limits longestWait(Duration longest) {
      return new Limits(
          places,
          ofUser,
          ofAddress,
          ofAnonymous,
          waiting,
          waitingOfUser,
          waitingOfAddress,
          longest);
    }

    private int placesOf(CallerKey.Kind kind) {
      return switch (kind) {
        case USER -> ofUser;
        case ADDRESS -> ofAddress;
        case SUITE -> places;
      };
    }

    private int waitingOf(CallerKey.Kind kind) {
      return switch (kind) {
        case USER -> waitingOfUser;
        case ADDRESS -> waitingOfAddress;
        case SUITE -> waiting;
      };
    }
  }

  /**
   * The failures of tasks that are refused.
   *
   * @param tooMany of kind RATE_LIMITED: the caller has too many tasks
   * @param busy of kind UNAVAILABLE: all callers together, or the suite itself, have too many
   */
  public record Refusals(Supplier<FailureException> tooMany, Supplier<FailureException> busy) {

    /** The refusals of pools whose callers wait for a reply. */
    public static final Refusals USUAL =
        new Refusals(
            () ->
                FailureException.of(
                    FailureKind.RATE_LIMITED,
                    "suite.too-many",
                    "Too many of your requests are under way; wait for one to end."),
            () -> FailureException.unavailable("suite.busy", "Too busy; try again shortly."));
  }

  /** A task that needs a place. One of the methods is called, once. */
  interface Task {

    /**
     * Begins the task, on the thread that freed the place.
     *
     * @param end frees the place again; must be called when the task has ended, and may be called
     *     more than once
     */
    void begin(Runnable end);

    void refuse(FailureException failure);
  }

  /** The clock, the timers and the threads of a queue. */
  interface Timing {

    /** The clock of {@link Deadline#nanos}. */
    LongSupplier clock();

    /** Runs an action later; returns what cancels it. */
    Runnable after(Duration delay, Runnable action);

    /** Runs tasks on the context of the caller. */
    Executor context();
  }

  /**
   * @param name the name of the pool, in metrics; the same in every process
   */
  public FairQueue(
      Vertx vertx, String name, Limits limits, Refusals refusals, MeterRegistry meters) {
    this(new VertxTiming(vertx), name, limits, refusals, meters);
  }

  FairQueue(Timing timing, String name, Limits limits, Refusals refusals, MeterRegistry meters) {
    this(timing, limits, refusals, new QueueMeters(meters, name));
  }

  private FairQueue(Timing timing, Limits limits, Refusals refusals, QueueMeters meters) {
    this.timing = timing;
    this.limits = limits;
    this.refusals = refusals;
    this.meters = meters;
    this.all = new CallerQueue.Group(null, limits.places(), limits.waiting());
    this.anonymous =
        new CallerQueue.Group(all, limits.ofAnonymous(), Math.ceilDiv(limits.waiting(), 4));
  }

  /** Returns a queue with the same limits and metrics, and with places of its own. */
  public FairQueue another() {
    return new FairQueue(timing, limits, refusals, meters);
  }

  /**
   * Runs the work when a place is free and it is the caller's turn; on the caller's context.
   *
   * @return the result of the work; fails with a refusal, or with kind TIMEOUT when the deadline
   *     has passed already
   */
  public <T> Future<T> run(Deadline deadline, Supplier<? extends Future<T>> work) {
    return run(deadline, 1, work);
  }

  /**
   * Runs work that takes more than one place, as {@link #run(Deadline, Supplier)} does. What costs
   * more than the caller may have begins when the caller has nothing else running.
   *
   * @param cost how many places it takes, 1 or more
   */
  public <T> Future<T> run(Deadline deadline, int cost, Supplier<? extends Future<T>> work) {
    Promise<T> promise = Promise.promise();
    OnContext<T> task = new OnContext<>(work, promise, timing.context());
    enter(deadline, cost, task);
    task.entered = true;
    return promise.future();
  }

  /** Begins the task, lets it wait, or refuses it. */
  void enter(Deadline deadline, int cost, Task task) {
    Duration left = Duration.ofNanos(deadline.nanos() - timing.clock().getAsLong());
    if (!left.isPositive()) {
      task.refuse(Budget.late());
      return;
    }
    Supplier<FailureException> refusal;
    CallerQueue.One caller;
    synchronized (this) {
      caller = callers.computeIfAbsent(deadline.caller(), this::queue);
      if (caller.mayBegin(cost)) {
        caller.begin(cost);
        refusal = null;
      } else {
        refusal = refusal(caller, cost);
        if (refusal == null) {
          wait(caller, cost, task, left);
          return;
        }
        forget(caller);
      }
    }
    if (refusal == null) {
      task.begin(new End(caller, cost));
    } else {
      meters.refused();
      task.refuse(refusal.get());
    }
  }

  private CallerQueue.One queue(CallerKey key) {
    return new CallerQueue.One(
        key,
        key.isAnonymous() ? anonymous : all,
        limits.placesOf(key.kind()),
        limits.waitingOf(key.kind()));
  }

  private Supplier<FailureException> refusal(CallerQueue.One caller, int cost) {
    if (caller.isFull(cost)) {
      boolean own = limits.waiting() > 0 || !caller.fits(cost);
      return own && !caller.isSuite() ? refusals.tooMany() : refusals.busy();
    }
    return caller.isGroupFull(cost) ? refusals.busy() : null;
  }

  private void wait(CallerQueue.One caller, int cost, Task task, Duration left) {
    Waiting waiting = new Waiting(caller, cost, task, meters.begin());
    Duration most = left.multipliedBy(4).dividedBy(5);
    Duration wait = most.compareTo(limits.longestWait()) < 0 ? most : limits.longestWait();
    caller.add(waiting);
    if (wait.compareTo(NO_TIMER) < 0) {
      waiting.timer = timing.after(wait, () -> late(waiting));
    }
  }

  private void late(Waiting waiting) {
    boolean own;
    List<Waiting> begun;
    synchronized (this) {
      if (!waiting.caller.remove(waiting)) {
        return;
      }
      own = !waiting.caller.fits(waiting.cost) && !waiting.caller.isSuite();
      begun = takeAll();
      forget(waiting.caller);
    }
    waiting.sample.end();
    meters.refused();
    waiting.task.refuse((own ? refusals.tooMany() : refusals.busy()).get());
    beginAll(begun);
  }

  /** Frees a place, and begins the tasks whose turn it is. */
  private void end(CallerQueue.One caller, int cost) {
    List<Waiting> begun;
    synchronized (this) {
      caller.end(cost);
      begun = takeAll();
      forget(caller);
    }
    beginAll(begun);
  }

  private List<Waiting> takeAll() {
    List<Waiting> taken = new ArrayList<>(1);
    for (Waiting next = all.head(); next != null; next = all.head()) {
      taken.add(next.caller.take());
    }
    return taken;
  }

  private void beginAll(List<Waiting> taken) {
    for (Waiting next : taken) {
      next.timer.run();
      next.sample.end();
      next.task.begin(new End(next.caller, next.cost));
    }
  }

  private void forget(CallerQueue.One caller) {
    if (caller.isIdle()) {
      callers.remove(caller.key());
    }
  }

  /** Whether no task runs or waits. */
  public synchronized boolean isIdle() {
    return callers.isEmpty();
  }

  /** Whether tasks of other callers wait. */
  public synchronized boolean othersWait(CallerKey caller) {
    CallerQueue.One own = callers.get(caller);
    return all.waiting() > (own == null ? 0 : own.waiting());
  }

  /** The callers that have tasks here. */
  synchronized int callers() {
    return callers.size();
  }

  /** A task that waits. */
  static final class Waiting {

    private final CallerQueue.One caller;
    private final int cost;
    private final Task task;
    private final QueueMeters.Wait sample;
    private Runnable timer = () -> {};

    private Waiting(CallerQueue.One caller, int cost, Task task, QueueMeters.Wait sample) {
      this.caller = caller;
      this.cost = cost;
      this.task = task;
      this.sample = sample;
    }

    int cost() {
      return cost;
    }
  }

  /** Work that begins at once, or later on the context of its caller. */
  private static final class OnContext<T> implements Task {

    private final Supplier<? extends Future<T>> work;
    private final Promise<T> promise;
    private final Executor context;
    private final Thread thread = Thread.currentThread();
    private boolean entered;

    private OnContext(Supplier<? extends Future<T>> work, Promise<T> promise, Executor context) {
      this.work = work;
      this.promise = promise;
      this.context = context;
    }

    @Override
    public void begin(Runnable end) {
      if (Thread.currentThread() == thread && !entered) {
        run(end);
      } else {
        context.execute(() -> run(end));
      }
    }

    private void run(Runnable end) {
      Future.<T>future(begun -> work.get().onComplete(begun))
          .onComplete(done -> end.run())
          .onComplete(promise);
    }

    @Override
    public void refuse(FailureException failure) {
      promise.fail(failure);
    }
  }

  /** Frees the place of a task, once. */
  private final class End implements Runnable {

    private final int cost;
    private CallerQueue.One caller;

    private End(CallerQueue.One caller, int cost) {
      this.caller = caller;
      this.cost = cost;
    }

    @Override
    public void run() {
      CallerQueue.One ended;
      synchronized (this) {
        ended = caller;
        caller = null;
      }
      if (ended != null) {
        end(ended, cost);
      }
    }
  }

  private record VertxTiming(Vertx vertx) implements Timing {

    @Override
    public LongSupplier clock() {
      return System::nanoTime;
    }

    @Override
    public Runnable after(Duration delay, Runnable action) {
      long timer = vertx.setTimer(Math.max(1, delay.toMillis()), late -> action.run());
      return () -> vertx.cancelTimer(timer);
    }

    @Override
    public Executor context() {
      var context = vertx.getOrCreateContext();
      return task -> context.runOnContext(ready -> task.run());
    }
  }
}
