package org.attestry.runtime.bus;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.Shareable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.attestry.contracts.Deadline;
import org.attestry.runtime.fair.FairQueue;
import org.attestry.runtime.fair.FairQueue.Limits;
import org.attestry.runtime.fair.FairQueue.Refusals;
import org.attestry.runtime.json.JsonHeap;

/**
 * Bounds the heap that the requests of a process take together, from before they are parsed until
 * their work has ended. The heap of a request is estimated ({@link JsonHeap}); requests that do not
 * fit wait, and callers take turns ({@link FairQueue}). All services of a process share it.
 *
 * <p>Requests from outside may take a quarter of the heap: a user a quarter of that, an address
 * without a token an eighth, all of those together half. Requests that other services make for one
 * that they work on have a budget of their own, an eighth of the heap, so that no two services wait
 * for each other. A request counts half of its budget at the most, so that each one is accepted
 * sooner or later. Requests of up to {@value #SMALL} bytes do not wait for larger ones, up to a
 * sixteenth of the heap. Thread-safe.
 */
final class RequestMemory implements Shareable {

  static final int SMALL = 65_536;

  private static final int UNIT = 1_024;

  private final AtomicLong small = new AtomicLong();
  private final long mostSmall;
  private final Budget fromOutside;
  private final Budget fromServices;

  /**
   * @param heap the largest heap of the process, in bytes
   */
  RequestMemory(Vertx vertx, long heap, MeterRegistry meters) {
    this.mostSmall = heap / 16;
    this.fromOutside = Budget.of(vertx, "requests", heap / 4, meters);
    this.fromServices = Budget.of(vertx, "requests-of-services", heap / 8, meters);
  }

  /** Returns the memory of the process. */
  static RequestMemory of(Vertx vertx, MeterRegistry meters) {
    return vertx
        .sharedData()
        .<String, RequestMemory>getLocalMap(RequestMemory.class.getName())
        .computeIfAbsent(
            "", key -> new RequestMemory(vertx, Runtime.getRuntime().maxMemory(), meters));
  }

  /**
   * Works on a request when it fits; on the caller's context.
   *
   * @param outside whether it was sent for a client, by a process that works on no request for it
   * @param work parses the request and works on it; its memory is free when this has ended, even if
   *     the caller has gone before
   * @return the result of the work; fails with RATE_LIMITED or UNAVAILABLE when it does not fit in
   *     time, with TIMEOUT when the deadline has passed already
   */
  <T> Future<T> run(
      Deadline deadline, boolean outside, byte[] request, Supplier<? extends Future<T>> work) {
    long bytes = JsonHeap.of(request);
    if (bytes <= SMALL && takeSmall(bytes)) {
      return Future.<T>future(begun -> work.get().onComplete(begun))
          .onComplete(done -> small.addAndGet(-bytes));
    }
    return (outside ? fromOutside : fromServices).run(deadline, bytes, work);
  }

  private boolean takeSmall(long bytes) {
    if (small.addAndGet(bytes) <= mostSmall) {
      return true;
    }
    small.addAndGet(-bytes);
    return false;
  }

  /** A part of the heap, in units of {@value #UNIT} bytes. */
  private record Budget(FairQueue queue, int most) {

    static Budget of(Vertx vertx, String pool, long bytes, MeterRegistry meters) {
      int all = Math.toIntExact(Math.max(8, bytes / UNIT));
      Limits limits = Limits.of(all, all).ofOne(all / 4, all / 8, 1);
      return new Budget(new FairQueue(vertx, pool, limits, Refusals.USUAL, meters), all / 2);
    }

    <T> Future<T> run(Deadline deadline, long bytes, Supplier<? extends Future<T>> work) {
      return queue.run(deadline, (int) Math.min(most, Math.ceilDiv(bytes, UNIT)), work);
    }
  }
}
