package org.attestry.gateway.header;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The token in the Authorization header of a request (RFC 6750 section 2.1, RFC 9449 section 7.1).
 *
 * @param scheme {@code Bearer} or {@code DPoP}, in letters of any case, as sent
 */
public record AuthorizationHeader(String scheme, String token) {

  private static final Pattern FORM =
      Pattern.compile("(Bearer|DPoP) +([\\x21-\\x7E]+)", Pattern.CASE_INSENSITIVE);

  /** Whether a request has such a header; a single blank one counts as none. */
  public static boolean isSent(MultiMap headers) {
    List<String> sent = headers.getAll(HttpHeaders.AUTHORIZATION);
    return sent.size() > 1 || sent.size() == 1 && !sent.getFirst().isBlank();
  }

  /** Returns the header; empty unless it is there once, in one of the two forms. */
  public static Optional<AuthorizationHeader> in(MultiMap headers) {
    List<String> sent = headers.getAll(HttpHeaders.AUTHORIZATION);
    Matcher header = FORM.matcher(sent.size() == 1 ? sent.getFirst().strip() : "");
    return header.matches()
        ? Optional.of(new AuthorizationHeader(header.group(1), header.group(2)))
        : Optional.empty();
  }

  public boolean isBearer() {
    return scheme.equalsIgnoreCase("Bearer");
  }

  /** Whether the token is sent as bound to a key. */
  public boolean isBound() {
    return scheme.equalsIgnoreCase("DPoP");
  }

  /** Does not show the token. */
  @Override
  public String toString() {
    return scheme;
  }
}
