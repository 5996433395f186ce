package org.attestry.gateway.serve;

import org.attestry.contracts.Failure;

/** The HTTP status of a failure. */
final class FailureStatus {

  private FailureStatus() {}

  static int of(Failure failure) {
    if (failure.code().equals(Envelope.ALREADY_REVOKED)) {
      return 500;
    }
    return switch (failure.kind()) {
      case INVALID -> 400;
      case UNAUTHENTICATED -> 401;
      case FORBIDDEN -> 403;
      case NOT_FOUND -> 404;
      case NOT_ACCEPTABLE -> 406;
      case TOO_SLOW -> 408;
      case CONFLICT -> 409;
      case GONE -> 410;
      case STALE -> 412;
      case TOO_LARGE -> 413;
      case UNSUPPORTED -> 415;
      case OUT_OF_RANGE -> 416;
      case UNPROCESSABLE -> 422;
      case RATE_LIMITED -> 429;
      case INTERNAL -> 500;
      case UNAVAILABLE -> 503;
      case TIMEOUT -> 504;
    };
  }
}
