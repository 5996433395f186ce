package org.attestry.gateway.http;

import io.vertx.core.MultiMap;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attestry.contracts.JsonBytes;
import org.attestry.gateway.header.AuthorizationHeader;
import org.attestry.runtime.json.Json;

/**
 * An access token of a wallet (OpenID4VCI 1.0): one that credential-service issued and checks, of
 * which the identity provider knows nothing, or one of the identity provider.
 *
 * @param scheme {@code Bearer} or {@code DPoP} (RFC 9449, section 7.1), as sent
 * @param thumbprint of the key that a token of the identity provider is bound to; else null
 */
public record WalletToken(String scheme, String token, String thumbprint) {

  private static final Pattern OF_PROVIDER = Pattern.compile("[\\w-]+\\.([\\w-]+)\\.[\\w-]+");
  private static final Pattern OURS = Pattern.compile("att_[A-Za-z0-9_-]{43}");

  /** Returns the token that credential-service issued; empty for a request without one. */
  public static Optional<WalletToken> in(MultiMap headers) {
    return AuthorizationHeader.in(headers)
        .filter(sent -> OURS.matcher(sent.token()).matches())
        .map(sent -> new WalletToken(sent.scheme(), sent.token(), null));
  }

  /** Returns the verified token of the identity provider; empty for a request without one. */
  public static Optional<WalletToken> verifiedIn(MultiMap headers) {
    return AuthorizationHeader.in(headers).flatMap(WalletToken::ofProvider);
  }

  private static Optional<WalletToken> ofProvider(AuthorizationHeader sent) {
    Matcher token = OF_PROVIDER.matcher(sent.token());
    if (!token.matches()) {
      return Optional.empty();
    }
    byte[] claims = Base64.getUrlDecoder().decode(token.group(1));
    String thumbprint = Json.read(JsonBytes.of(claims)).at("/cnf/jkt").textValue();
    return Optional.of(new WalletToken(sent.scheme(), sent.token(), thumbprint));
  }
}
