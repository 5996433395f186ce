package org.attestry.runtime.postgres;

import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/** Classifies errors of the PostgreSQL client. */
public final class PgErrors {

  private static final String QUERY_CANCELED = "57014";

  /** SQLSTATE prefixes of connection exceptions, shutdown and internal errors. */
  private static final Set<String> UNCERTAIN = Set.of("08", "57P", "XX");

  private static final Set<String> OUTAGE = Set.of("08", "28", "53", "57P");

  /**
   * The client's messages if no connection was available in time for a statement or a transaction.
   */
  private static final Set<String> POOL_TIMEOUTS =
      Set.of("Timeout waiting for connection", "Timeout");

  private PgErrors() {}

  /**
   * Whether the server refused a statement, so that nothing of its transaction is stored. The end
   * of the connection is not a refusal: a COMMIT that was sent before may have been executed, and a
   * connection pooler reports a lost server in this way. An internal error is not a refusal either.
   * The SQLSTATE decides, because the client receives the severity in the server's language only.
   */
  public static boolean isRefusal(Throwable cause) {
    return cause instanceof PgException sql
        && sql.getSqlState() != null
        && UNCERTAIN.stream().noneMatch(sql.getSqlState()::startsWith);
  }

  /** Whether a statement exceeded its time limit. */
  public static boolean isTimeout(Throwable cause) {
    return isCanceled(cause) || cause instanceof TimeoutException;
  }

  /** Whether the server ended a statement, at its time limit or because it was cancelled. */
  public static boolean isCanceled(Throwable cause) {
    return cause instanceof PgException sql && QUERY_CANCELED.equals(sql.getSqlState());
  }

  /**
   * Whether the server is unavailable or overloaded, or refuses the service's login, as it does
   * between the change of a password and the restart of the service: a retry may succeed.
   */
  public static boolean isOutage(Throwable cause) {
    return switch (cause) {
      case PgException sql -> sql.getSqlState() != null && isOutage(sql.getSqlState());
      case ClosedConnectionException closed -> true;
      case IOException io -> true;
      default -> isPoolTimeout(cause);
    };
  }

  /**
   * Whether the SQLSTATE is that of a connection exception, a refused login, insufficient resources
   * or a shutdown.
   */
  private static boolean isOutage(String sqlState) {
    return OUTAGE.stream().anyMatch(sqlState::startsWith);
  }

  private static boolean isPoolTimeout(Throwable cause) {
    String message = cause.getMessage() == null ? "" : cause.getMessage();
    return cause.getClass().getSimpleName().equals("ConnectionPoolTooBusyException")
        || message.startsWith("Connection pool reached max wait queue")
        || POOL_TIMEOUTS.contains(message);
  }
}
