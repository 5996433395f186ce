package org.attestry.contracts;

import java.time.Duration;

/**
 * A question that one service answers: its event bus address, the shapes of request and reply, and
 * the longest that a caller waits for the answer.
 *
 * @param address {@code <service>.<operation>.v<n>}
 * @param request the request record
 * @param reply the reply record
 * @param timeout the longest wait; a caller whose own deadline is nearer waits less
 * @param isIdempotent whether asking twice does what asking once does (as in RFC 9110 9.2.2): it
 *     may be asked again when whoever heard it may have died
 */
public record Operation<Q, R>(
    String address, Class<Q> request, Class<R> reply, Duration timeout, boolean isIdempotent) {

  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  /** A question that must not be asked twice. */
  public static <Q, R> Operation<Q, R> of(String address, Class<Q> request, Class<R> reply) {
    return new Operation<>(address, request, reply, DEFAULT_TIMEOUT, false);
  }

  /** A question that reads, or that carries a key by which a repetition is recognised. */
  public static <Q, R> Operation<Q, R> idempotent(
      String address, Class<Q> request, Class<R> reply) {
    return new Operation<>(address, request, reply, DEFAULT_TIMEOUT, true);
  }

  /** The same question with another timeout. */
  public Operation<Q, R> within(Duration timeout) {
    return new Operation<>(address, request, reply, timeout, isIdempotent);
  }
}
