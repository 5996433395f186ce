package org.attestry.runtime.idempotency;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.UUID;
import org.attestry.contracts.JsonBytes;

/** Stores requests under an {@code Idempotency-Key} for a day, for all replicas. */
public interface RequestStore {

  /**
   * Begins a request, unless it is in flight or completed.
   *
   * @param attempt the id of the attempt where the request has none; the same for each repetition
   *     of one call
   * @param hold how long the request counts as in flight if its process ends
   */
  Future<Begun> begin(Request request, UUID attempt, Duration hold);

  /** Stores the reply of an attempt whose effect did not store it. */
  Future<Void> complete(UUID attempt, JsonBytes reply);

  /** Ends an attempt of unknown outcome: the same request may begin again, under the same id. */
  Future<Void> suspend(UUID attempt);

  /** Deletes an attempt that had no effect: any request may have the key. */
  Future<Void> release(UUID attempt);

  /** Deletes requests that are older than a day. */
  Future<Void> deleteOld();

  /**
   * @param caller user id, empty for nobody
   * @param digest of the whole request
   */
  record Request(String caller, String operation, String key, byte[] digest) {}

  /** The result of beginning a request. */
  sealed interface Begun {

    /** The caller does the work under the id of the request's first attempt. */
    record Ours(UUID attempt) implements Begun {}

    /** The request was completed with this reply. */
    record Completed(JsonBytes reply) implements Begun {}

    /** Another attempt at the request is in flight. */
    record InFlight() implements Begun {}

    /** Another request has this key. */
    record Other() implements Begun {}
  }
}
