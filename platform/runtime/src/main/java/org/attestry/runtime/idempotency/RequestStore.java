package org.attestry.runtime.idempotency;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.UUID;
import org.attestry.contracts.JsonBytes;

/** Stores requests with an {@code Idempotency-Key} for a day, for all replicas. */
public interface RequestStore {

  /**
   * Begins a request, unless it is in flight or completed.
   *
   * @param attempt the attempt id if the request has none yet; the same for each retry of one call
   * @param hold how long the request counts as in flight if its process crashes
   */
  Future<Begun> begin(Request request, UUID attempt, Duration hold);

  /** Stores the reply of an attempt, if the transaction of its effect did not store it. */
  Future<Void> complete(UUID attempt, JsonBytes reply);

  /**
   * Ends an attempt with an unknown outcome: the same request may begin again, with the same
   * attempt id.
   */
  Future<Void> suspend(UUID attempt);

  /** Deletes an attempt that had no effect: any request may use the key again. */
  Future<Void> release(UUID attempt);

  /** Deletes requests that are older than a day. */
  Future<Void> deleteOld();

  /**
   * @param caller user id, empty without a caller
   * @param digest SHA-256 of the whole request
   */
  record Request(String caller, String operation, String key, byte[] digest) {}

  /** The result of beginning a request. */
  sealed interface Begun {

    /** This process does the work, with the id of the request's first attempt. */
    record Ours(UUID attempt) implements Begun {}

    /** The request was completed with this reply. */
    record Completed(JsonBytes reply) implements Begun {}

    /** Another attempt at the request is in flight. */
    record InFlight() implements Begun {}

    /** Another request has used this key. */
    record Other() implements Begun {}
  }
}
