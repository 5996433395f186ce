package org.attestry.runtime.bus;

import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.io.IOException;
import java.util.Set;
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
  private static final String OURS =
      "Something went wrong on our side; report it with the X-Request-Id of this answer.";

  /** All that the client's pool says when a statement, or a transaction, got no connection. */
  private static final Set<String> POOL_TIMEOUTS =
      Set.of("Timeout waiting for connection", "Timeout");

  private Failures() {}

  /**
   * @param where what was being done, for the log
   */
  public static Failure of(Throwable cause, String where) {
    return switch (cause) {
      case FailureException expected -> expected.failure();
      case PgException sql when STATEMENT_CANCELED.equals(sql.getSqlState()) ->
          logged(FailureKind.TIMEOUT, "A statement took too long; try again.", cause, where);
      case TimeoutException late ->
          logged(FailureKind.TIMEOUT, "It took too long; try again.", late, where);
      case Throwable away when isOutage(away) -> unavailable(away, where);
      default -> logged(FailureKind.INTERNAL, OURS, cause, where);
    };
  }

  /** Whether the cause is that a server is away or has no time, so that it may work out later. */
  public static boolean isOutage(Throwable cause) {
    return switch (cause) {
      case PgException sql -> sql.getSqlState() != null && isOutage(sql.getSqlState());
      case ClosedConnectionException closed -> true;
      case IOException io -> true;
      default -> isWaitOver(cause);
    };
  }

  /** Connection exceptions, too many connections, shutdown. */
  private static boolean isOutage(String sqlState) {
    return sqlState.startsWith("08") || sqlState.startsWith("53") || sqlState.startsWith("57P");
  }

  /** Nobody waits for a connection longer than the settings say, nor in a full queue. */
  private static boolean isWaitOver(Throwable cause) {
    String message = cause.getMessage() == null ? "" : cause.getMessage();
    return cause.getClass().getSimpleName().equals("ConnectionPoolTooBusyException")
        || message.startsWith("Connection pool reached max wait queue")
        || POOL_TIMEOUTS.contains(message);
  }

  private static Failure unavailable(Throwable cause, String where) {
    return logged(
        FailureKind.UNAVAILABLE,
        "A part of the service is not available; try again shortly.",
        cause,
        where);
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
