package org.attestry.registry.domain.idempotency;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.UUID;
import org.attestry.contracts.JsonBytes;

/** Stores requests under an {@code Idempotency-Key}, for all replicas. */
public interface RequestStore {

  /**
   * Begins a request, unless it was begun before by another attempt.
   *
   * @param attempt the same for each repetition of one call
   */
  Future<Begun> begin(Request request, UUID attempt, Duration hold);

  /** Deletes an attempt that had no effect, so that the request may be sent again. */
  Future<Void> release(UUID attempt);

  /** Deletes requests that are older than a day. */
  Future<Void> forgetOld();

  /**
   * @param caller user id, empty for nobody
   * @param digest of the whole request
   */
  record Request(String caller, String operation, String key, byte[] digest) {}

  /** The result of beginning a request. */
  sealed interface Begun {

    /** This attempt holds the key and does the work. */
    record Ours(UUID attempt) implements Begun {}

    /** The request was done before, with this reply. */
    record Replied(JsonBytes reply) implements Begun {}

    /** Another attempt at the request is in flight. */
    record InFlight() implements Begun {}

    /** Another request has this key. */
    record Other() implements Begun {}
  }
}
