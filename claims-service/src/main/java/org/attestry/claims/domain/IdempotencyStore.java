package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.UUID;
import org.attestry.contracts.JsonBytes;

/** Where requests under an {@code Idempotency-Key} are kept for a day, for all replicas. */
public interface IdempotencyStore {

  /**
   * Begins a request, unless it was begun before.
   *
   * @param attempt the id of the work, where no earlier attempt at the request has one
   * @param hold how long the request counts as in flight if it does not end
   */
  Future<Begun> begin(Request request, UUID attempt, Duration hold);

  /** Keeps the reply of an attempt. */
  Future<Void> complete(UUID attempt, JsonBytes reply);

  /** Forgets an attempt that had no effect, so that the request may be sent again. */
  Future<Void> release(UUID attempt);

  /**
   * @param caller user id
   * @param digest of the whole request
   */
  record Request(String caller, String key, String digest) {}

  /** The state of a request that is to begin. */
  sealed interface Begun {

    /** The caller is to do the work, perhaps once more, under the id of the first attempt. */
    record New(UUID attempt) implements Begun {}

    /** It was completed with this reply. */
    record Completed(JsonBytes reply) implements Begun {}

    /** Another attempt is in flight. */
    record InFlight() implements Begun {}

    /** The key belongs to another request. */
    record Other() implements Begun {}
  }
}
