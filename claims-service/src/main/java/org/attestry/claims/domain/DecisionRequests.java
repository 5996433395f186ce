package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.UUID;
import org.attestry.contracts.claims.AttestedClaim;

/** Where decisions under an {@code Idempotency-Key} are remembered, for all replicas. */
public interface DecisionRequests {

  /**
   * Begins a request, unless it was begun before.
   *
   * @param attempt what the decision is asked with, where there is no other attempt at this request
   * @param hold how long the same request is in flight, if it is not ended
   */
  Future<Begun> begin(Request request, UUID attempt, Duration hold);

  /** Keeps the answer of an attempt. */
  Future<Void> answered(UUID attempt, AttestedClaim answer);

  /** Forgets an attempt that had no effect, so that the request may be sent again. */
  Future<Void> release(UUID attempt);

  /**
   * @param caller user id
   * @param digest of the whole request
   */
  record Request(String caller, String key, String digest) {}

  /** What became of a request that is to begin. */
  sealed interface Begun {

    /** It is to be worked on, perhaps once more, by the attempt that was the first. */
    record Ours(UUID attempt) implements Begun {}

    /** It had this answer. */
    record Answered(AttestedClaim answer) implements Begun {}

    /** It is being worked on. */
    record InFlight() implements Begun {}

    /** Another request has this key. */
    record Other() implements Begun {}
  }
}
