package org.attestry.registry.domain.idempotency;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.UUID;
import org.attestry.contracts.JsonBytes;

/** Where requests under an {@code Idempotency-Key} are remembered, for all replicas. */
public interface RequestStore {

  /**
   * Begins a request, unless it was begun before by another attempt.
   *
   * @param attempt the same for each repetition of one call
   */
  Future<Begun> begin(Request request, UUID attempt, Duration hold);

  /** Forgets an attempt that had no effect, so that the request may be sent again. */
  Future<Void> release(UUID attempt);

  /** Forgets requests that are older than a day. */
  Future<Void> forgetOld();

  /**
   * @param caller user id, empty for nobody
   * @param digest of the whole request
   */
  record Request(String caller, String operation, String key, byte[] digest) {}

  /** What became of a request that is to begin. */
  sealed interface Begun {

    /** It is ours to work on, for as long as it is held. */
    record Ours(UUID attempt) implements Begun {}

    /** It had this answer. */
    record Answered(JsonBytes answer) implements Begun {}

    /** It is being worked on. */
    record InFlight() implements Begun {}

    /** Another request has this key. */
    record Other() implements Begun {}
  }
}
