package org.attestry.runtime.management;

import java.util.concurrent.TimeUnit;
import org.attestry.contracts.TraceParent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * One log line for each request of a client, and one for each operation that a service carries out
 * for it. The lines of a request have the same request id and trace id, and no data of persons:
 * neither addresses, callers, paths nor queries. {@code LOG_LEVEL_ACCESS} sets the level of the
 * logger {@value #NAME}.
 */
public final class AccessLog {

  /** The name of the logger. */
  public static final String NAME = "access";

  private static final Logger LOG = LoggerFactory.getLogger(NAME);

  private AccessLog() {}

  /**
   * Logs a request of a client.
   *
   * @param operation the operation's id in the interface description
   * @param status the HTTP status
   */
  public static void request(
      String operation, int status, long nanos, String requestId, String traceparent) {
    LOG.atInfo()
        .addKeyValue("operation", operation)
        .addKeyValue("status", status)
        .addKeyValue("millis", millis(nanos))
        .addKeyValue("requestId", requestId)
        .addKeyValue("traceId", TraceParent.traceId(traceparent))
        .log("request");
  }

  /**
   * Logs an operation of a service. One that belongs to no trace, such as a health check, is logged
   * at level DEBUG.
   *
   * @param address the operation's address on the bus
   * @param outcome ok, or the kind of the failure
   */
  public static void operation(
      String address, String outcome, long nanos, String requestId, String traceparent) {
    LOG.atLevel(traceparent == null ? Level.DEBUG : Level.INFO)
        .addKeyValue("operation", address)
        .addKeyValue("outcome", outcome)
        .addKeyValue("millis", millis(nanos))
        .addKeyValue("requestId", requestId)
        .addKeyValue("traceId", TraceParent.traceId(traceparent))
        .log("operation");
  }

  private static long millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }
}
