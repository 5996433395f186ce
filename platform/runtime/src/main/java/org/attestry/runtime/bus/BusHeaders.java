package org.attestry.runtime.bus;

import io.vertx.core.MultiMap;
import io.vertx.core.eventbus.DeliveryOptions;
import java.time.Duration;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/** The context of a call as message headers. */
final class BusHeaders {

  private static final String QUESTION = "question";
  private static final String CALLER = "caller";
  private static final String REQUEST_ID = "request-id";
  private static final String REMAINING_MILLIS = "remaining-ms";
  private static final String IDEMPOTENCY_KEY = "idempotency-key";
  private static final String TRACEPARENT = "traceparent";

  private BusHeaders() {}

  /**
   * @param question its id, or null when nobody will ask what has become of it
   */
  static DeliveryOptions write(CallContext context, Duration timeout, String question) {
    DeliveryOptions options =
        new DeliveryOptions()
            .setSendTimeout(Math.max(1, timeout.toMillis()))
            .addHeader(REMAINING_MILLIS, Long.toString(timeout.toMillis()))
            .addHeader(REQUEST_ID, context.requestId());
    if (context.caller().known()) {
      options.addHeader(CALLER, Json.write(context.caller()).text());
    }
    if (context.traceparent() != null) {
      options.addHeader(TRACEPARENT, context.traceparent());
    }
    if (context.idempotencyKey() != null) {
      options.addHeader(IDEMPOTENCY_KEY, context.idempotencyKey());
    }
    if (question != null) {
      options.addHeader(QUESTION, question);
    }
    return options;
  }

  /** The id of the question, or null. */
  static String question(MultiMap headers) {
    return headers.get(QUESTION);
  }

  static CallContext read(MultiMap headers) {
    String caller = headers.get(CALLER);
    return new CallContext(
        caller == null ? Caller.NOBODY : Json.read(JsonBytes.of(caller), Caller.class),
        headers.get(REQUEST_ID),
        Deadline.in(Duration.ofMillis(Long.parseLong(headers.get(REMAINING_MILLIS)))),
        headers.get(TRACEPARENT),
        headers.get(IDEMPOTENCY_KEY));
  }
}
