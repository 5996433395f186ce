package org.attestry.contracts;

import java.time.Duration;
import java.util.UUID;

/**
 * The metadata that every request carries.
 *
 * @param caller who makes it
 * @param requestId the id that the client gave or the gateway made; it stands beside failures in
 *     the logs of every service
 * @param deadline when the reply is too late
 * @param traceparent W3C Trace Context header of the client's trace, or null
 * @param idempotencyKey the client's {@code Idempotency-Key}, 1 to 255 visible ASCII characters, or
 *     null: the same key with the same request has one effect and one reply
 * @param callId a UUIDv7 (RFC 9562) that every repetition of this call carries, and what is
 *     requested on its behalf, unless that is requested several times; by it a change that was made
 *     already is recognised. Null where the bus client is to make one
 * @param repeated whether another replica may have had the same call before
 */
public record CallContext(
    Caller caller,
    String requestId,
    Deadline deadline,
    String traceparent,
    String idempotencyKey,
    UUID callId,
    boolean repeated) {

  /**
   * A replica that was taken for dead, because it hung or its connection broke, may find a call
   * that another one has answered meanwhile. By then the call is older than this.
   */
  private static final long OLD_MILLIS = 500;

  /** A call without an {@code Idempotency-Key}. */
  public CallContext(Caller caller, String requestId, Deadline deadline, String traceparent) {
    this(caller, requestId, deadline, traceparent, null);
  }

  /** A call that no other was made for, and that is not a repetition. */
  public CallContext(
      Caller caller,
      String requestId,
      Deadline deadline,
      String traceparent,
      String idempotencyKey) {
    this(caller, requestId, deadline, traceparent, idempotencyKey, null, false);
  }

  /**
   * Whether the change that is requested may have been made already, so that it is worth looking
   * for what has the call's id.
   */
  public boolean mayBeRepeated() {
    return callId != null
        && (repeated
            || System.currentTimeMillis() - (callId.getMostSignificantBits() >>> 16) > OLD_MILLIS);
  }

  /** Another call for the same request, on behalf of nobody. */
  public CallContext asNobody() {
    return new CallContext(Caller.NOBODY, requestId, deadline, traceparent);
  }

  /** The same request under an {@code Idempotency-Key}. */
  public CallContext under(String key) {
    return new CallContext(caller, requestId, deadline, traceparent, key, callId, repeated);
  }

  /** Another call for the same request, with time of its own: one of the many of a long stream. */
  public CallContext within(Duration timeout) {
    return new CallContext(caller, requestId, Deadline.in(timeout), traceparent);
  }

  /** The work for a fact, on behalf of nobody; the fact may come again. */
  public CallContext actingOn(UUID fact) {
    return new CallContext(Caller.NOBODY, requestId, deadline, traceparent, null, fact, repeated);
  }

  /**
   * The same call with its id.
   *
   * @param again whether it is sent once more
   */
  public CallContext as(UUID id, boolean again) {
    return new CallContext(
        caller, requestId, deadline, traceparent, idempotencyKey, id, repeated || again);
  }
}
