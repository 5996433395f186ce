package org.attestry.gateway.access;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.List;
import java.util.Optional;

/**
 * Reads the token from a request's Authorization header only (RFC 6750 section 2.1, RFC 9449
 * section 7.1).
 */
final class BearerToken {

  private static final String SCHEME = "Bearer ";
  private static final String BOUND = "DPoP ";

  private BearerToken() {}

  /**
   * @return the token; empty when the header is missing or blank, which the interface allows where
   *     a type is anonymous
   * @throws org.attestry.contracts.FailureException when something other than one bearer token is
   *     sent
   */
  static Optional<String> in(MultiMap headers) {
    List<String> sent = headers.getAll(HttpHeaders.AUTHORIZATION);
    if (sent.isEmpty() || (sent.size() == 1 && sent.get(0).isBlank())) {
      return Optional.empty();
    }
    String header = sent.get(0).strip();
    if (sent.size() > 1 || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw TokenFailures.malformed();
    }
    return Optional.of(header.substring(SCHEME.length()).strip());
  }

  /** Returns the token that is sent as bound to a key (DPoP); empty for a request without one. */
  static Optional<String> boundIn(MultiMap headers) {
    List<String> sent = headers.getAll(HttpHeaders.AUTHORIZATION);
    boolean bound =
        sent.size() == 1 && sent.get(0).strip().regionMatches(true, 0, BOUND, 0, BOUND.length());
    return bound
        ? Optional.of(sent.get(0).strip().substring(BOUND.length()).strip())
        : Optional.empty();
  }
}
