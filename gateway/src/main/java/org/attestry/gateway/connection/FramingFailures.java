package org.attestry.gateway.connection;

import java.time.Duration;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;

/** Failures that close a connection. They repeat nothing of what the client sent. */
final class FramingFailures {

  private FramingFailures() {}

  static FailureException broken(String why) {
    return FailureException.of(
        FailureKind.INVALID,
        "gateway.request",
        "This is not a valid HTTP request: %s.".formatted(why));
  }

  static FailureException headTooLarge(int bytes) {
    return FailureException.of(
        FailureKind.TOO_LARGE,
        "gateway.header.too-large",
        "The address and the header fields are larger than %d bytes; send less.".formatted(bytes));
  }

  static FailureException tooManyFields(int most) {
    return FailureException.of(
        FailureKind.TOO_LARGE,
        "gateway.header.too-large",
        "There are more than %d header fields; send fewer.".formatted(most));
  }

  static Failure headTooSlow(Duration longest) {
    return Failure.of(
        FailureKind.TOO_SLOW,
        "gateway.header.too-slow",
        "The header did not come within %d s; send it at once.".formatted(longest.toSeconds()));
  }

  static Failure bodyTooSlow() {
    return Failure.of(
        FailureKind.TOO_SLOW,
        "gateway.body.too-slow",
        "The body comes too slowly; send it again, faster or in smaller parts.");
  }

  static Failure full() {
    return Failure.of(
        FailureKind.UNAVAILABLE,
        "gateway.connections.full",
        "Too many clients are connected; try again shortly.");
  }

  static Failure tooMany(int most) {
    return Failure.of(
        FailureKind.RATE_LIMITED,
        "gateway.connections.too-many",
        "This address has more than %d connections; close some.".formatted(most));
  }
}
