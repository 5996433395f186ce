package org.attestry.contracts;

import java.time.Duration;
import java.util.UUID;

/**
 * The metadata that every request carries.
 *
 * @param caller the caller who makes the request
 * @param requestId the id that the client sent or the gateway generated; every service logs it with
 *     failures
 * @param deadline the time after which a reply is too late, and whom the work is done for: also in
 *     a context without a caller
 * @param traceparent W3C Trace Context header of the client's trace, or null
 * @param idempotencyKey the client's {@code Idempotency-Key}, 1 to 255 visible ASCII characters, or
 *     null: the same key with the same request has one effect and one reply
 * @param callId a UUIDv7 (RFC 9562) that is the same in every retry of this call and in the calls
 *     made on its behalf, unless several such calls are made; by this id a service recognises a
 *     change that it has already made. Null where the bus client is to generate one
 * @param repeated whether another replica may have received the same call before
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
   * The age in milliseconds from which a call may already have been handled by another replica. A
   * replica that was considered dead, because it hung or its connection broke, may still process a
   * call that another replica has answered meanwhile; by then the call is older than this.
   */
  private static final long OLD_MILLIS = 500;

  /** Creates the context of a call without an {@code Idempotency-Key}. */
  public CallContext(Caller caller, String requestId, Deadline deadline, String traceparent) {
    this(caller, requestId, deadline, traceparent, null);
  }

  /** Creates the context of a call without an id, which is not a retry. */
  public CallContext(
      Caller caller,
      String requestId,
      Deadline deadline,
      String traceparent,
      String idempotencyKey) {
    this(caller, requestId, deadline, traceparent, idempotencyKey, null, false);
  }

  /**
   * Whether the requested change may have been made already, so that it is worth searching for a
   * record of this call's id.
   */
  public boolean mayBeRepeated() {
    return callId != null
        && (repeated
            || System.currentTimeMillis() - (callId.getMostSignificantBits() >>> 16) > OLD_MILLIS);
  }

  /** Returns the context of another call for the same request, without a caller. */
  public CallContext asNobody() {
    return new CallContext(Caller.NOBODY, requestId, deadline, traceparent);
  }

  /** Returns the same context with an {@code Idempotency-Key}. */
  public CallContext under(String key) {
    return new CallContext(caller, requestId, deadline, traceparent, key, callId, repeated);
  }

  /** Returns the same context with what the call holds until it has ended. */
  public CallContext in(CallScope scope) {
    return new CallContext(
        caller, requestId, deadline.in(scope), traceparent, idempotencyKey, callId, repeated);
  }

  /**
   * Returns the context of another call for the same request, with its own deadline: for one of the
   * many calls of a long stream.
   */
  public CallContext within(Duration timeout) {
    return new CallContext(caller, requestId, deadline.renewed(timeout), traceparent);
  }

  /**
   * Returns the context in which a fact is processed, without a caller; the same fact may be
   * delivered again.
   */
  public CallContext actingOn(UUID fact) {
    return new CallContext(Caller.NOBODY, requestId, deadline, traceparent, null, fact, repeated);
  }

  /**
   * Returns the same context with a call id.
   *
   * @param again whether the call is a retry
   */
  public CallContext as(UUID id, boolean again) {
    return new CallContext(
        caller, requestId, deadline, traceparent, idempotencyKey, id, repeated || again);
  }
}
