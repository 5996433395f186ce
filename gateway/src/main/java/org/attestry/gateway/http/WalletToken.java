package org.attestry.gateway.http;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/**
 * An access token of a wallet (OpenID4VCI 1.0): one that credential-service issued and checks, of
 * which the identity provider knows nothing, or one of the identity provider.
 *
 * @param scheme {@code Bearer} or {@code DPoP} (RFC 9449, section 7.1), as sent
 * @param thumbprint of the key that a token of the identity provider is bound to; else null
 */
public record WalletToken(String scheme, String token, String thumbprint) {

  private static final Pattern OF_PROVIDER =
      Pattern.compile("(Bearer|DPoP) +([\\w-]+\\.([\\w-]+)\\.[\\w-]+)", Pattern.CASE_INSENSITIVE);

  private static final Pattern HEADER =
      Pattern.compile("(Bearer|DPoP) +(att_[A-Za-z0-9_-]{43})", Pattern.CASE_INSENSITIVE);

  /** Returns the token that credential-service issued; empty for a request without one. */
  public static Optional<WalletToken> in(MultiMap headers) {
    Matcher header = matcher(HEADER, headers);
    return header.matches()
        ? Optional.of(new WalletToken(header.group(1), header.group(2), null))
        : Optional.empty();
  }

  /** Returns the verified token of the identity provider; empty for a request without one. */
  public static Optional<WalletToken> verifiedIn(MultiMap headers) {
    Matcher header = matcher(OF_PROVIDER, headers);
    if (!header.matches()) {
      return Optional.empty();
    }
    byte[] claims = Base64.getUrlDecoder().decode(header.group(3));
    String thumbprint = Json.read(JsonBytes.of(claims)).at("/cnf/jkt").textValue();
    return Optional.of(new WalletToken(header.group(1), header.group(2), thumbprint));
  }

  private static Matcher matcher(Pattern form, MultiMap headers) {
    List<String> sent = headers.getAll(HttpHeaders.AUTHORIZATION);
    return form.matcher(sent.size() == 1 ? sent.getFirst().strip() : "");
  }
}
