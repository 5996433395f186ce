package org.attestry.gateway.access;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the token from a request's Authorization header only (RFC 6750 section 2.1, RFC 9449
 * section 7.1).
 */
final class BearerToken {

  private static final Pattern HEADER =
      Pattern.compile("(Bearer|DPoP) +([\\x21-\\x7E]+)", Pattern.CASE_INSENSITIVE);

  private static final String BEARER = "Bearer";
  private static final String BOUND = "DPoP";

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
    return Optional.of(token(sent, BEARER).orElseThrow(TokenFailures::malformed));
  }

  /** Returns the token that is sent as bound to a key (DPoP); empty for a request without one. */
  static Optional<String> boundIn(MultiMap headers) {
    return token(headers.getAll(HttpHeaders.AUTHORIZATION), BOUND);
  }

  private static Optional<String> token(List<String> sent, String scheme) {
    Matcher header = HEADER.matcher(sent.size() == 1 ? sent.getFirst().strip() : "");
    return header.matches() && header.group(1).equalsIgnoreCase(scheme)
        ? Optional.of(header.group(2))
        : Optional.empty();
  }
}
