package org.attestry.gateway.http;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An access token of a wallet (OpenID4VCI 1.0), which credential-service issued and checks. The
 * identity provider knows nothing of it.
 *
 * @param scheme {@code Bearer} or {@code DPoP} (RFC 9449, section 7.1), as sent
 */
public record WalletToken(String scheme, String token) {

  private static final Pattern HEADER =
      Pattern.compile("(Bearer|DPoP) +(att_[A-Za-z0-9_-]{43})", Pattern.CASE_INSENSITIVE);

  /** The token of a request; empty for a request without one, and for a token of another form. */
  public static Optional<WalletToken> in(MultiMap headers) {
    List<String> sent = headers.getAll(HttpHeaders.AUTHORIZATION);
    if (sent.size() != 1) {
      return Optional.empty();
    }
    Matcher header = HEADER.matcher(sent.getFirst().strip());
    return header.matches()
        ? Optional.of(new WalletToken(header.group(1), header.group(2)))
        : Optional.empty();
  }
}
