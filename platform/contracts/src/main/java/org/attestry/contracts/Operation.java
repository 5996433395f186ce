package org.attestry.contracts;

import java.time.Duration;

/**
 * A request that one service handles: its event bus address, the shapes of request and reply, and
 * the longest that a caller waits for the reply.
 *
 * <p>Every operation is idempotent for a call ({@link CallContext#callId}): a call that is sent
 * more than once, to any number of replicas, has its effect once, and its reply is the same or a
 * failure of kind UNAVAILABLE; only a ticket is another one. So a request whose replica may have
 * died is sent again.
 *
 * @param address {@code <service>.<operation>.v<n>}
 * @param request the request record
 * @param reply the reply record
 * @param timeout the longest wait; a caller whose own deadline is nearer waits less
 */
public record Operation<Q, R>(String address, Class<Q> request, Class<R> reply, Duration timeout) {

  private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(10);

  public static <Q, R> Operation<Q, R> of(String address, Class<Q> request, Class<R> reply) {
    return new Operation<>(address, request, reply, USUAL_TIMEOUT);
  }

  /** The same operation with another timeout. */
  public Operation<Q, R> within(Duration timeout) {
    return new Operation<>(address, request, reply, timeout);
  }
}
