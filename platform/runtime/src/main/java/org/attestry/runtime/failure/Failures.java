package org.attestry.runtime.failure;

import java.util.Locale;
import java.util.concurrent.TimeoutException;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.runtime.postgres.PgErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Translates thrown causes to failures. Technical details are logged, never sent to the caller. */
public final class Failures {

  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);
  private static final String OURS =
      "Something went wrong on our side; report it with the X-Request-Id of this answer.";

  private Failures() {}

  /**
   * @param where the operation, for the log
   */
  public static Failure of(Throwable cause, String where) {
    return switch (cause) {
      case FailureException expected -> expected.failure();
      case Throwable late when PgErrors.isTimeout(late) ->
          logged(FailureKind.TIMEOUT, "A statement took too long; try again.", cause, where);
      case TimeoutException late ->
          logged(FailureKind.TIMEOUT, "It took too long; try again.", late, where);
      case Throwable away when PgErrors.isOutage(away) ->
          logged(
              FailureKind.UNAVAILABLE,
              "A part of the service is not available; try again shortly.",
              away,
              where);
      default -> logged(FailureKind.INTERNAL, OURS, cause, where);
    };
  }

  private static Failure logged(FailureKind kind, String message, Throwable cause, String where) {
    LOG.atError()
        .addKeyValue("operation", where)
        .addKeyValue("kind", kind)
        .setCause(cause)
        .log("operation failed");
    return Failure.of(kind, "suite." + kind.name().toLowerCase(Locale.ROOT), message);
  }
}
