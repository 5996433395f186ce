package org.attestry.runtime.bus;

import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The failure that a thrown cause stands for. What a cause says of the machinery behind it goes to
 * the log, never to the caller.
 */
public final class Failures {

  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);
  private static final String STATEMENT_CANCELED = "57014";

  private Failures() {}

  /**
   * @param where what was being done, for the log
   */
  public static Failure of(Throwable cause, String where) {
    return switch (cause) {
      case FailureException expected -> expected.failure();
      case PgException sql when STATEMENT_CANCELED.equals(sql.getSqlState()) ->
          logged(FailureKind.TIMEOUT, "A statement took too long; try again.", cause, where);
      case PgException sql when sql.getSqlState() != null && isOutage(sql.getSqlState()) ->
          unavailable(cause, where);
      case ClosedConnectionException closed -> unavailable(closed, where);
      case IOException io -> unavailable(io, where);
      case TimeoutException late ->
          logged(FailureKind.TIMEOUT, "It took too long; try again.", late, where);
      default -> {
        if (isPoolExhausted(cause)) {
          yield unavailable(cause, where);
        }
        yield logged(FailureKind.INTERNAL, "Something went wrong on our side.", cause, where);
      }
    };
  }

  /** Connection exceptions, too many connections, shutdown. */
  private static boolean isOutage(String sqlState) {
    return sqlState.startsWith("08") || sqlState.startsWith("53") || sqlState.startsWith("57P");
  }

  private static boolean isPoolExhausted(Throwable cause) {
    String name = cause.getClass().getSimpleName();
    return name.equals("ConnectionPoolTooBusyException")
        || (cause.getMessage() != null
            && cause.getMessage().startsWith("Connection pool reached max wait queue"));
  }

  private static Failure unavailable(Throwable cause, String where) {
    return logged(FailureKind.UNAVAILABLE, "A part of the service is not available.", cause, where);
  }

  private static Failure logged(FailureKind kind, String message, Throwable cause, String where) {
    LOG.atError()
        .addKeyValue("operation", where)
        .addKeyValue("kind", kind)
        .setCause(cause)
        .log("operation failed");
    return Failure.of(kind, "suite." + kind.name().toLowerCase(java.util.Locale.ROOT), message);
  }
}
