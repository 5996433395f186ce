package org.attestry.gateway.access;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.auth.User;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.oauth2.OAuth2Auth;
import org.attestry.contracts.Caller;

/**
 * Checks access tokens (RFC 9068, and Keycloak's form of them) against the provider's keys, in this
 * process: a token never causes a question to the provider about itself.
 */
final class TokenVerifier {

  private final IdentityConfig config;
  private final ProviderKeys keys;
  private final VerifiedTokens verified;
  private final CallerReader callers;

  TokenVerifier(Vertx vertx, IdentityConfig config) {
    this.config = config;
    this.keys = new ProviderKeys(vertx, config);
    this.verified = new VerifiedTokens(config.tokenCacheFor(), config.tokenCacheSize());
    this.callers = new CallerReader(config);
  }

  boolean ready() {
    return keys.known();
  }

  void start() {
    keys.start();
  }

  /**
   * Signature, algorithm, issuer, times, kind and audience of a token.
   *
   * @return who sent it; fails with kind UNAUTHENTICATED when a check fails, UNAVAILABLE when the
   *     provider's keys are not known
   */
  Future<Caller> verify(String token) {
    Caller known = verified.find(token);
    if (known != null) {
      return Future.succeededFuture(known);
    }
    TokenHeader header = TokenHeader.read(token);
    if (!config.algorithms().contains(header.algorithm())) {
      throw TokenFailures.refused();
    }
    return keys.verifierFor(header)
        .compose(verifier -> verify(verifier, token))
        .map(verified -> accept(token, header));
  }

  private static Future<User> verify(OAuth2Auth verifier, String token) {
    try {
      return verifier
          .authenticate(new TokenCredentials(token))
          .recover(cause -> Future.failedFuture(TokenFailures.refused()));
    } catch (RuntimeException notVerifiable) {
      return Future.failedFuture(TokenFailures.refused());
    }
  }

  private Caller accept(String token, TokenHeader header) {
    JsonNode claims =
        TokenPart.json(token.substring(token.indexOf('.') + 1, token.lastIndexOf('.')));
    JsonNode expires = claims.path("exp");
    if (!expires.isNumber()) {
      throw TokenFailures.refused();
    }
    refuseOtherKinds(header, claims);
    refuseOtherAudiences(claims.path("aud"));
    Caller caller = callers.read(claims);
    verified.remember(token, caller, expires.longValue());
    return caller;
  }

  /**
   * Keycloak marks the kind in the claim typ, RFC 9068 in the header typ; one of them must say it.
   */
  private static void refuseOtherKinds(TokenHeader header, JsonNode claims) {
    boolean access =
        claims.has("typ")
            ? "Bearer".equalsIgnoreCase(claims.get("typ").asText())
            : "at+jwt".equalsIgnoreCase(header.type())
                || "application/at+jwt".equalsIgnoreCase(header.type());
    if (!access) {
      throw TokenFailures.wrongKind();
    }
  }

  private void refuseOtherAudiences(JsonNode audience) {
    boolean ours = config.audience().isEmpty() || audience.asText().equals(config.audience());
    for (JsonNode item : audience) {
      ours |= item.asText().equals(config.audience());
    }
    if (!ours) {
      throw TokenFailures.refused();
    }
  }
}
