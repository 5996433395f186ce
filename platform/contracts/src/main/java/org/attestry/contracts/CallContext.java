package org.attestry.contracts;

/**
 * What travels beside every question.
 *
 * @param caller who asks
 * @param requestId the id that the client gave or the gateway made, for the logs
 * @param deadline when the answer is too late
 * @param traceparent W3C Trace Context header of the client's trace, or null
 */
public record CallContext(Caller caller, String requestId, Deadline deadline, String traceparent) {

  /** The same request, asked on behalf of nobody: for what one service wants to know of another. */
  public CallContext asNobody() {
    return new CallContext(Caller.NOBODY, requestId, deadline, traceparent);
  }
}
