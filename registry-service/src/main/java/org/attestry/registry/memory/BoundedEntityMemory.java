package org.attestry.registry.memory;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.concurrent.Callable;
import org.attestry.contracts.CallScope;
import org.attestry.contracts.Deadline;
import org.attestry.runtime.fair.FairQueue;
import org.attestry.runtime.fair.FairQueue.Limits;
import org.attestry.runtime.fair.FairQueue.Refusals;
import org.attestry.runtime.fair.Workers;

/**
 * Bounds the stored entities of all running calls by the characters of their texts, from before
 * they are parsed until the call has ended. A text of 1 MB is a tree of 20 MB, whose parse, copies,
 * checks and views take some tenths of a second, on threads of their own. Callers take turns. A
 * user has a quarter, so that it works on one of the largest at a time. Calls from other services
 * that work on a call have turns of their own, so that no two services wait for each other. So have
 * the records of callers, so that no call waits for itself. Texts of up to {@value #SMALL}
 * characters, and background jobs, do not wait. Used on one event loop.
 */
public final class BoundedEntityMemory implements EntityMemory {

  static final int SMALL = 16_384;

  private static final int UNIT = 1_024;

  /** The characters of a heap of 256 MiB: 2 MiB, and 32 MiB of those that wait. */
  private static final int HEAP_OF_ONE = 128;

  private static final int WAITING = 16;

  private static final int THREADS = 2;
  private static final int WORK_WAITING = 1_024;

  private final FairQueue fromOutside;
  private final FairQueue fromServices;
  private final FairQueue rows;
  private final FairQueue callerRecords;
  private final Workers threads;

  /**
   * @param heap the largest heap of the process, in bytes
   */
  public BoundedEntityMemory(Vertx vertx, long heap, MeterRegistry meters) {
    int all = Math.toIntExact(Math.max(8, heap / HEAP_OF_ONE / UNIT));
    Limits usual = Limits.of(all, all * WAITING);
    this.threads = new Workers(vertx, "registry-entity-work", THREADS, WORK_WAITING, meters);
    this.fromOutside = queue(vertx, "registry-entities", usual.ofUser(all / 4), meters);
    this.fromServices = queue(vertx, "registry-entities-of-services", usual.ofUser(all), meters);
    this.rows = queue(vertx, "registry-rows", usual.ofUser(all / 4), meters);
    this.callerRecords = queue(vertx, "registry-caller-records", usual.ofUser(all / 4), meters);
  }

  private static FairQueue queue(Vertx vertx, String pool, Limits limits, MeterRegistry meters) {
    return new FairQueue(vertx, pool, limits, Refusals.USUAL, meters);
  }

  @Override
  public Future<Void> admit(Deadline deadline, long characters) {
    CallScope call = deadline.scope();
    return call == null ? Future.succeededFuture() : admit(queue(call), this, deadline, characters);
  }

  private FairQueue queue(CallScope call) {
    if (call.holds(CALLER_RECORDS)) {
      return callerRecords;
    }
    return call.isFromOutside() ? fromOutside : fromServices;
  }

  @Override
  public Future<Void> admitRows(Deadline deadline, long characters) {
    return deadline.scope() == null
        ? Future.succeededFuture()
        : admit(rows, rows, deadline, characters);
  }

  @Override
  public <T> Future<T> work(Deadline deadline, Callable<T> work) {
    CallScope call = deadline.scope();
    return call != null && call.holds(this)
        ? threads.run(deadline, work)
        : EntityMemory.atOnce(work);
  }

  private static Future<Void> admit(
      FairQueue queue, Object resource, Deadline deadline, long characters) {
    return characters <= SMALL
        ? Future.succeededFuture()
        : deadline.scope().hold(resource, () -> take(queue, deadline, characters));
  }

  private static Future<Void> take(FairQueue queue, Deadline deadline, long characters) {
    Promise<Void> admitted = Promise.promise();
    Promise<Void> ended = Promise.promise();
    queue
        .run(
            deadline,
            Math.toIntExact(Math.ceilDiv(characters, UNIT)),
            () -> {
              admitted.complete();
              return ended.future();
            })
        .onFailure(admitted::tryFail);
    deadline.scope().atEnd(ended::tryComplete);
    return admitted.future();
  }
}
