package org.attestry.gateway.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Supplier;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.runtime.fair.FairQueue;
import org.attestry.runtime.fair.FairQueue.Limits;
import org.attestry.runtime.fair.FairQueue.Refusals;

/** The queues of the gateway, in which callers take turns. */
public final class CallQueues {

  private static final Duration COSTLY_WAIT = Duration.ofSeconds(10);
  private static final Duration BULK_WAIT = Duration.ofSeconds(15);
  private static final int BULK_WAITING = 100;

  /**
   * As many as there may be connections: costly requests are limited for each caller here, and for
   * all together in the pools that do the work.
   */
  private static final int MOST_COSTLY = 10_000;

  private final FairQueue queue;
  private final Duration wait;

  private CallQueues(FairQueue queue, Duration wait) {
    this.queue = queue;
    this.wait = wait;
  }

  /**
   * The queue of costly requests. Twice as many as a caller may have under way may wait.
   *
   * @param atOnce how many a user may have under way; an address without a token has a quarter
   */
  public static CallQueues costly(Vertx vertx, int atOnce, MeterRegistry meters) {
    int ofAddress = Math.max(1, atOnce / 4);
    Limits limits =
        Limits.of(MOST_COSTLY, MOST_COSTLY).ofOne(atOnce, ofAddress, 2).longestWait(COSTLY_WAIT);
    Refusals refusals =
        new Refusals(
            () ->
                FailureException.of(
                    FailureKind.RATE_LIMITED,
                    "gateway.too-many-at-once",
                    "Too many of your requests of this kind are under way; wait for one to end."),
            Refusals.USUAL.busy());
    return new CallQueues(
        new FairQueue(vertx, "gateway-costly", limits, refusals, meters),
        COSTLY_WAIT.multipliedBy(2));
  }

  /**
   * A queue of imports, exports or batches. A user may have an eighth of them, an address without a
   * token a sixteenth, and twice as many that wait.
   *
   * @param pool the queue's name in metrics
   * @param transfers how many run at once
   */
  public static CallQueues bulk(Vertx vertx, String pool, int transfers, MeterRegistry meters) {
    Limits limits = Limits.of(transfers, BULK_WAITING).ofSlowClients(2).longestWait(BULK_WAIT);
    Refusals refusals =
        new Refusals(
            () ->
                FailureException.of(
                    FailureKind.RATE_LIMITED,
                    "gateway.bulk.too-many",
                    "Too many of your imports, exports or batches are running; wait for one to"
                        + " end."),
            () ->
                FailureException.unavailable(
                    "gateway.bulk.busy",
                    "Too many imports, exports or batches are running; try again later."));
    return new CallQueues(
        new FairQueue(vertx, pool, limits, refusals, meters), BULK_WAIT.multipliedBy(2));
  }

  /** Runs the work when it is the caller's turn. */
  public <T> Future<T> run(CallerKey caller, Supplier<? extends Future<T>> work) {
    return queue.run(Deadline.in(wait, caller), work);
  }
}
