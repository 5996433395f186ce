package org.attestry.gateway.access;

import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;

/** Failures of tokens. Their messages never name the failed check of a signature. */
public final class TokenFailures {

  /** The code of an invalid token, as opposed to a missing one, for {@code WWW-Authenticate}. */
  public static final String INVALID_TOKEN = "gateway.token.invalid";

  private TokenFailures() {}

  static FailureException malformed() {
    return invalid("Send one header 'authorization: Bearer <ACCESS_TOKEN>'.");
  }

  static FailureException refused() {
    return invalid(
        "The access token is not valid or has expired; get a new one from the identity provider.");
  }

  static FailureException wrongKind() {
    return invalid("This is not an access token; send the access_token, not another token.");
  }

  static FailureException noKeys() {
    return FailureException.unavailable(
        "gateway.identity.unavailable",
        "The identity provider cannot be reached to check the token; try again shortly.");
  }

  private static FailureException invalid(String message) {
    return FailureException.of(FailureKind.UNAUTHENTICATED, INVALID_TOKEN, message);
  }
}
