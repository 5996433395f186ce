package org.attestry.registry.domain.stored;

import io.vertx.core.Future;
import java.util.concurrent.Callable;
import org.attestry.contracts.Deadline;

/** The memory of the entities that calls work on at once; callers take turns. */
public interface EntityMemory {

  /** The characters of an object with an {@code osid}, which are its memory's measure here. */
  int OBJECT = 50;

  /** Without bounds. */
  EntityMemory UNBOUNDED =
      new EntityMemory() {
        @Override
        public Future<Void> admit(Deadline deadline, long characters) {
          return Future.succeededFuture();
        }

        @Override
        public <T> Future<T> work(Deadline deadline, Callable<T> work) {
          return EntityMemory.atOnce(work);
        }
      };

  /**
   * Completes when the call may make the trees of entities, and holds their memory until the call
   * has ended. A call does so once.
   *
   * @param characters the length of the entities as texts
   * @return fails with RATE_LIMITED or UNAVAILABLE when they do not fit in time
   */
  Future<Void> admit(Deadline deadline, long characters);

  /**
   * Works on the entities of a call: on a thread, where callers take turns, if the call holds
   * memory of them, because it takes long then; otherwise at once.
   *
   * @param work shares nothing that changes
   * @return fails as the work does, or as a pool does that is full
   */
  <T> Future<T> work(Deadline deadline, Callable<T> work);

  /** Works on the caller's thread. */
  static <T> Future<T> atOnce(Callable<T> work) {
    try {
      return Future.succeededFuture(work.call());
    } catch (Exception e) {
      return Future.failedFuture(e);
    }
  }
}
