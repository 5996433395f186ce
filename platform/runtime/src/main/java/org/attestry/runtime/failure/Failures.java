package org.attestry.runtime.failure;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.TraceParent;
import org.attestry.runtime.postgres.PgErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/** Translates exceptions to failures. Technical details are logged, never sent to the caller. */
public final class Failures {

  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);
  private static final String INTERNAL =
      "Something went wrong on our side; report it with the X-Request-Id of this answer.";

  /**
   * The kinds that are logged with the request id, because clients report them to operators by this
   * id.
   */
  private static final Set<FailureKind> LOGGED =
      EnumSet.of(FailureKind.INTERNAL, FailureKind.UNAVAILABLE, FailureKind.TIMEOUT);

  private Failures() {}

  /**
   * @param where the operation, to be logged
   */
  public static Failure of(Throwable cause, String where) {
    Failure failure = translated(cause);
    if (!(cause instanceof FailureException)) {
      log(Level.ERROR, failure, where).setCause(cause).log("operation failed");
    }
    return failure;
  }

  /**
   * Returns the failure of a call. An INTERNAL, UNAVAILABLE or TIMEOUT failure is logged with the
   * ids of the call, even if it is from another service.
   *
   * @param callId the id of the call, or null
   * @param traceparent the header of its trace, or null
   */
  public static Failure ofCall(
      Throwable cause, String operation, String requestId, String callId, String traceparent) {
    Failure failure = translated(cause);
    if (LOGGED.contains(failure.kind())) {
      boolean expected = cause instanceof FailureException;
      log(expected ? Level.WARN : Level.ERROR, failure, operation)
          .addKeyValue("requestId", requestId)
          .addKeyValue("callId", callId)
          .addKeyValue("traceId", TraceParent.traceId(traceparent))
          .setCause(expected ? null : cause)
          .log("operation failed");
    }
    return failure;
  }

  private static Failure translated(Throwable cause) {
    return switch (cause) {
      case FailureException expected -> expected.failure();
      case Throwable late when PgErrors.isTimeout(late) ->
          failure(FailureKind.TIMEOUT, "A statement took too long; try again.");
      case TimeoutException late -> failure(FailureKind.TIMEOUT, "It took too long; try again.");
      case Throwable away when PgErrors.isOutage(away) ->
          failure(
              FailureKind.UNAVAILABLE,
              "A part of the service is not available; try again shortly.");
      default -> failure(FailureKind.INTERNAL, INTERNAL);
    };
  }

  private static Failure failure(FailureKind kind, String message) {
    return Failure.of(kind, "suite." + kind.name().toLowerCase(Locale.ROOT), message);
  }

  private static LoggingEventBuilder log(Level level, Failure failure, String where) {
    return LOG.atLevel(level)
        .addKeyValue("operation", where)
        .addKeyValue("kind", failure.kind())
        .addKeyValue("code", failure.code());
  }
}
