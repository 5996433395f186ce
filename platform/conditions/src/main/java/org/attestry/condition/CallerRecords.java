package org.attestry.condition;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.CallScope;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.AttestationOperations.FindCallerRecordsRequest;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.fair.FairQueue;
import org.attestry.runtime.fair.FairQueue.Limits;
import org.attestry.runtime.fair.FairQueue.Refusals;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonHeap;

/**
 * Reads all records of a type that a caller owns, page by page. Too many records are refused: a
 * condition over only some of them would have another meaning.
 *
 * <p>The memory of the records is estimated ({@link JsonHeap}). A call keeps a 24th of the heap at
 * the most. Calls that keep more than {@value #SMALL} bytes take turns: {@value #LARGE_AT_ONCE} of
 * them keep records at once, each of another caller, until they have ended. Used on one event loop.
 */
public final class CallerRecords {

  static final int SMALL = 65_536;
  static final int LARGE_AT_ONCE = 2;

  private static final int WAITING = 256;
  private static final int HEAP_OF_ONE = 24;

  /** A text that takes longer to parse than to pass to a thread. */
  private static final int ON_EVENT_LOOP = 16_384;

  private final long most;
  private final Workers workers;
  private final FairQueue large;

  /**
   * @param pool the name of the queue in metrics
   * @param heap the largest heap of the process, in bytes
   * @param workers parse large pages
   */
  public CallerRecords(Vertx vertx, String pool, long heap, Workers workers, MeterRegistry meters) {
    this.most = heap / HEAP_OF_ONE;
    this.workers = workers;
    this.large =
        new FairQueue(vertx, pool, Limits.of(LARGE_AT_ONCE, WAITING), Refusals.USUAL, meters);
  }

  /**
   * @param first the request for the first page
   * @param pages reads a page
   * @return the records; fails UNPROCESSABLE if there are too many, RATE_LIMITED or UNAVAILABLE if
   *     too many calls keep large ones
   */
  public Future<List<JsonNode>> all(
      FindCallerRecordsRequest first,
      CallContext context,
      Function<FindCallerRecordsRequest, Future<EntitiesView>> pages) {
    CallScope call = context.deadline().scope();
    CallMemory memory =
        call == null
            ? new CallMemory(context.deadline())
            : call.hold(this, () -> new CallMemory(context.deadline()));
    Reading reading = new Reading(first, memory);
    return AsyncLoop.repeat(() -> pages.apply(reading.next).compose(reading::take))
        .map(reading.found);
  }

  /** What one call keeps, of all types that it reads. */
  private final class CallMemory {

    private final Deadline deadline;
    private long bytes;
    private Future<Void> turn;

    private CallMemory(Deadline deadline) {
      this.deadline = deadline;
    }

    private boolean fits(long more) {
      return bytes + more <= SMALL || turn != null && turn.succeeded();
    }

    /** Completes when the call may keep large records, until it has ended. */
    private Future<Void> turn() {
      if (turn == null) {
        turn = deadline.scope() == null ? Future.succeededFuture() : take();
      }
      return turn;
    }

    private Future<Void> take() {
      Promise<Void> begun = Promise.promise();
      Promise<Void> ended = Promise.promise();
      large
          .run(
              deadline,
              () -> {
                begun.complete();
                return ended.future();
              })
          .onFailure(begun::tryFail);
      deadline.scope().atEnd(ended::tryComplete);
      return begun.future();
    }
  }

  /** The pages of one type. */
  private final class Reading {

    private final List<JsonNode> found = new ArrayList<>();
    private final CallMemory memory;
    private FindCallerRecordsRequest next;

    private Reading(FindCallerRecordsRequest first, CallMemory memory) {
      this.next = first;
      this.memory = memory;
    }

    /**
     * Adds a page; returns whether to read another one. A page that has to wait for its turn is not
     * kept meanwhile, but read again.
     */
    private Future<Boolean> take(EntitiesView page) {
      long bytes = page.data().stream().mapToLong(record -> JsonHeap.tree(record.utf8())).sum();
      if (found.size() + page.data().size() > FindCallerRecordsRequest.MOST
          || memory.bytes + bytes > most) {
        throw FindCallerRecordsRequest.tooMany(next.type());
      }
      if (!memory.fits(bytes)) {
        return memory.turn().map(true);
      }
      memory.bytes += bytes;
      boolean more = page.nextCursor() != null;
      next = more ? next.next(page.nextCursor()) : null;
      return parsed(page.data()).onSuccess(found::addAll).map(more);
    }

    private Future<List<JsonNode>> parsed(List<JsonBytes> records) {
      return records.stream().mapToLong(record -> record.utf8().length).sum() > ON_EVENT_LOOP
          ? workers.run(memory.deadline, () -> records.stream().map(Json::read).toList())
          : Future.succeededFuture(records.stream().map(Json::read).toList());
    }
  }
}
