package org.attestry.runtime.bus;

import io.vertx.core.MultiMap;
import io.vertx.core.eventbus.DeliveryOptions;
import java.time.Duration;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/** Converts the context of a call to message headers and back. */
final class BusHeaders {

  private static final String CALLER = "caller";
  private static final String REQUEST_ID = "request-id";
  private static final String REMAINING_MILLIS = "remaining-ms";
  private static final String IDEMPOTENCY_KEY = "idempotency-key";
  private static final String TRACEPARENT = "traceparent";
  private static final String CALL_ID = "call-id";
  private static final String REPEATED = "repeated";
  private static final String CALLER_KEY = "caller-key";
  private static final String FROM_OUTSIDE = "from-outside";

  /** The key of a caller whose sender states none, as an older replica does. */
  private static final CallerKey UNSTATED = CallerKey.address("");

  private BusHeaders() {}

  /**
   * @param outside whether the sender works on no request itself, but passes on one of a client
   */
  static DeliveryOptions write(CallContext context, Duration timeout, boolean outside) {
    DeliveryOptions options =
        new DeliveryOptions()
            .setSendTimeout(Math.max(1, timeout.toMillis()))
            .addHeader(REMAINING_MILLIS, Long.toString(timeout.toMillis()))
            .addHeader(REQUEST_ID, context.requestId())
            .addHeader(CALLER_KEY, context.deadline().caller().text());
    if (context.caller().known()) {
      options.addHeader(CALLER, Json.write(context.caller()).text());
    }
    if (context.traceparent() != null) {
      options.addHeader(TRACEPARENT, context.traceparent());
    }
    if (context.idempotencyKey() != null) {
      options.addHeader(IDEMPOTENCY_KEY, context.idempotencyKey());
    }
    options.addHeader(CALL_ID, context.callId().toString());
    if (context.repeated()) {
      options.addHeader(REPEATED, "true");
    }
    if (outside) {
      options.addHeader(FROM_OUTSIDE, "true");
    }
    return options;
  }

  static CallContext read(MultiMap headers) {
    String caller = headers.get(CALLER);
    String callId = callId(headers);
    return new CallContext(
        caller == null ? Caller.NOBODY : Json.read(JsonBytes.of(caller), Caller.class),
        requestId(headers),
        Deadline.in(
            Duration.ofMillis(Long.parseLong(headers.get(REMAINING_MILLIS))), callerKey(headers)),
        traceparent(headers),
        headers.get(IDEMPOTENCY_KEY),
        callId == null ? null : UUID.fromString(callId),
        headers.contains(REPEATED));
  }

  private static CallerKey callerKey(MultiMap headers) {
    String key = headers.get(CALLER_KEY);
    return key == null ? UNSTATED : CallerKey.of(key);
  }

  /** Whether the request was passed on for a client; false from an older replica. */
  static boolean isFromOutside(MultiMap headers) {
    return headers.contains(FROM_OUTSIDE);
  }

  static String requestId(MultiMap headers) {
    return headers.get(REQUEST_ID);
  }

  /** Returns the header of the trace that the request belongs to, or null if it has none. */
  static String traceparent(MultiMap headers) {
    return headers.get(TRACEPARENT);
  }

  /** Returns the call id, or null if the sender set none. */
  static String callId(MultiMap headers) {
    return headers.get(CALL_ID);
  }
}
