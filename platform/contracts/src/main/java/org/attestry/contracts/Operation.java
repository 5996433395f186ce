package org.attestry.contracts;

import java.time.Duration;

/**
 * A request that one service handles: its event bus address, the types of request and reply, and
 * the longest time that a caller waits for the reply.
 *
 * <p>Every operation is idempotent for a call ({@link CallContext#callId}): a call that is sent
 * more than once, to any number of replicas, has its effect once, and each reply is the same or a
 * failure of kind UNAVAILABLE; only a ticket differs between replies. So a request is sent again if
 * the replica that received it may have died, unless the operation is {@link #once}.
 *
 * @param address {@code <service>.<operation>.v<n>}
 * @param request the request record
 * @param reply the reply record
 * @param timeout the longest wait; a caller whose own deadline is earlier waits less
 * @param once whether a request is never sent to a second replica. So is every operation that
 *     computes over what a caller sent: what ends one process would end the next one too
 */
public record Operation<Q, R>(
    String address, Class<Q> request, Class<R> reply, Duration timeout, boolean once) {

  /**
   * The code of the failure, of kind UNAVAILABLE, of a request that is not sent again although the
   * replica that received it may have been lost.
   */
  public static final String LOST = "bus.lost";

  private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(10);

  public static <Q, R> Operation<Q, R> of(String address, Class<Q> request, Class<R> reply) {
    return new Operation<>(address, request, reply, USUAL_TIMEOUT, false);
  }

  /** Whether a failure is {@link #LOST}. */
  public static boolean isLost(Throwable cause) {
    return cause instanceof FailureException failed && failed.failure().code().equals(LOST);
  }

  /** Returns the same operation with another timeout. */
  public Operation<Q, R> within(Duration timeout) {
    return new Operation<>(address, request, reply, timeout, once);
  }

  /** Returns the same operation, of which no request is sent to a second replica. */
  public Operation<Q, R> sentOnce() {
    return new Operation<>(address, request, reply, timeout, true);
  }
}
