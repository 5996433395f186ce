package org.attestry.contracts;

/** The closed set of ways in which an operation fails. */
public enum FailureKind {
  INVALID,
  UNAUTHENTICATED,
  FORBIDDEN,
  NOT_FOUND,
  NOT_ACCEPTABLE,
  CONFLICT,
  GONE,
  STALE,
  TOO_SLOW,
  TOO_LARGE,
  UNSUPPORTED,
  OUT_OF_RANGE,
  UNPROCESSABLE,
  RATE_LIMITED,
  UNAVAILABLE,
  TIMEOUT,
  INTERNAL
}
