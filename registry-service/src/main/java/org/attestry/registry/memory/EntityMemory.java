package org.attestry.registry.memory;

import io.vertx.core.Future;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.CallScope;
import org.attestry.contracts.Deadline;
import org.attestry.runtime.async.AsyncCall;

/** The memory of the entities that calls work on at once; callers take turns. */
public interface EntityMemory {

  /** The characters of an object with an {@code osid}, which are its memory's measure here. */
  int OBJECT = 50;

  /** The part of {@link #callerRecords}. */
  Object CALLER_RECORDS = "records of the caller";

  /** Without bounds. */
  EntityMemory UNBOUNDED =
      new EntityMemory() {
        @Override
        public Future<Void> admit(Deadline deadline, long characters) {
          return Future.succeededFuture();
        }

        @Override
        public Future<Void> admitRows(Deadline deadline, long characters) {
          return Future.succeededFuture();
        }

        @Override
        public <T> Future<T> work(Deadline deadline, Callable<T> work) {
          return EntityMemory.atOnce(work);
        }
      };

  /**
   * Completes when the call may make the trees of entities, and holds their memory until the call
   * has ended. A call does so once; one that reads entities after others does so in each {@link
   * #part}.
   *
   * @param characters the length of the entities as texts
   * @return fails with RATE_LIMITED or UNAVAILABLE when they do not fit in time
   */
  Future<Void> admit(Deadline deadline, long characters);

  /**
   * Completes when a call may make the trees of the rows that it was sent, and holds their memory
   * until the call has ended. It is not the memory of stored entities, so that a call may wait for
   * that while it holds its rows.
   *
   * @param characters the length of the rows as texts
   * @return fails with RATE_LIMITED or UNAVAILABLE when they do not fit in time
   */
  Future<Void> admitRows(Deadline deadline, long characters);

  /**
   * Works on the entities of a call: on a thread, where callers take turns, if the call holds
   * memory of them, because it takes long then; otherwise at once.
   *
   * @param work shares nothing that changes
   * @return fails as the work does, or as a pool does that is full
   */
  <T> Future<T> work(Deadline deadline, Callable<T> work);

  /** Does a part of a call; the memory that the part holds is free when the part has ended. */
  static <T> Future<T> part(CallContext context, Function<CallContext, Future<T>> work) {
    CallScope call = context.deadline().scope();
    return call == null
        ? work.apply(context)
        : part(new CallScope(call.isFromOutside()), context, work);
  }

  /**
   * Does a part of a call that reads records of the caller. Their memory is not that of other
   * entities, so that the part waits for no call that holds those, and not for its own.
   */
  static <T> Future<T> callerRecords(CallContext context, Function<CallContext, Future<T>> work) {
    CallScope call = context.deadline().scope();
    if (call == null) {
      return work.apply(context);
    }
    CallScope part = new CallScope(call.isFromOutside());
    part.hold(CALLER_RECORDS, () -> CALLER_RECORDS);
    return part(part, context, work);
  }

  private static <T> Future<T> part(
      CallScope part, CallContext context, Function<CallContext, Future<T>> work) {
    return AsyncCall.of(() -> work.apply(context.in(part))).onComplete(done -> part.end());
  }

  /** Works on the caller's thread. */
  static <T> Future<T> atOnce(Callable<T> work) {
    try {
      return Future.succeededFuture(work.call());
    } catch (Exception e) {
      return Future.failedFuture(e);
    }
  }
}
