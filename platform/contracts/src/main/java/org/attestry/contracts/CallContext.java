package org.attestry.contracts;

import java.time.Duration;

/**
 * What travels beside every question.
 *
 * @param caller who asks
 * @param requestId the id that the client gave or the gateway made, for the logs
 * @param deadline when the answer is too late
 * @param traceparent W3C Trace Context header of the client's trace, or null
 * @param idempotencyKey the client's {@code Idempotency-Key}, 1 to 255 visible ASCII characters, or
 *     null: the same key with the same request has one effect and one answer
 */
public record CallContext(
    Caller caller, String requestId, Deadline deadline, String traceparent, String idempotencyKey) {

  /** A call without an {@code Idempotency-Key}. */
  public CallContext(Caller caller, String requestId, Deadline deadline, String traceparent) {
    this(caller, requestId, deadline, traceparent, null);
  }

  /** The same request, asked on behalf of nobody: for what one service wants to know of another. */
  public CallContext asNobody() {
    return new CallContext(Caller.NOBODY, requestId, deadline, traceparent);
  }

  /** The same request under an {@code Idempotency-Key}. */
  public CallContext under(String key) {
    return new CallContext(caller, requestId, deadline, traceparent, key);
  }

  /** The same request with time of its own: for one of the many questions of a long stream. */
  public CallContext within(Duration timeout) {
    return new CallContext(caller, requestId, Deadline.in(timeout), traceparent);
  }
}
