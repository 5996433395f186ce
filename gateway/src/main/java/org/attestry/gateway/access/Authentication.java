package org.attestry.gateway.access;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.ext.auth.User;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.oauth2.OAuth2Auth;
import java.time.InstantSource;
import java.util.Optional;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.gateway.header.AuthorizationHeader;

/**
 * Authenticates the caller of a request: verifies its access token (RFC 9068, and Keycloak's form
 * of it) with the provider's keys, in this process, without a request to the provider. It
 * authorizes nothing: the service that owns a resource decides what the caller may do.
 */
public final class Authentication {

  private final IdentityConfig config;
  private final ProviderKeys keys;
  private final VerifiedTokens verified;
  private final CallerReader callers;

  public Authentication(Vertx vertx, IdentityConfig config) {
    this.config = config;
    this.keys = new ProviderKeys(vertx, config);
    this.verified =
        new VerifiedTokens(config.tokenCacheFor(), config.tokenCacheSize(), InstantSource.system());
    this.callers = new CallerReader(config);
  }

  /** Starts to read the identity provider's keys; requests may arrive before they are read. */
  public void start() {
    keys.start();
  }

  /** Whether tokens can be checked. */
  public boolean ready() {
    return keys.known();
  }

  /** Whether the identity provider replies; without it, tokens are checked with its last keys. */
  public Future<Boolean> reachesProvider() {
    return keys.readAgain().map(true).otherwise(false);
  }

  /**
   * Authenticates the caller. A token that is sent is always checked, even if none is required.
   *
   * @return the caller; {@link Caller#NOBODY} if the header is missing or blank, which the
   *     interface allows where a type is anonymous; fails with kind UNAUTHENTICATED for a token
   *     that is not accepted, UNAVAILABLE when the provider's keys could not be read
   */
  public Future<Caller> caller(MultiMap headers) {
    try {
      return AuthorizationHeader.isSent(headers)
          ? verify(
              AuthorizationHeader.in(headers)
                  .filter(AuthorizationHeader::isBearer)
                  .orElseThrow(TokenFailures::malformed)
                  .token())
          : Future.succeededFuture(Caller.NOBODY);
    } catch (FailureException e) {
      return Future.failedFuture(e);
    }
  }

  /**
   * Authenticates the caller of a request that may have a token which is bound to a key (DPoP, RFC
   * 9449). The service verifies the proof of the key.
   */
  public Future<Caller> callerOrBound(MultiMap headers) {
    Optional<AuthorizationHeader> bound =
        AuthorizationHeader.in(headers).filter(AuthorizationHeader::isBound);
    if (bound.isEmpty()) {
      return caller(headers);
    }
    try {
      return verified(bound.get().token(), Kind.BOUND);
    } catch (FailureException e) {
      return Future.failedFuture(e);
    }
  }

  /** The forms of access tokens. A token that is bound to a key is accepted in its form alone. */
  private enum Kind {
    BEARER,
    BOUND
  }

  /** Verifies signature, algorithm, issuer, times, kind and audience of a token. */
  private Future<Caller> verify(String token) {
    Caller known = verified.find(token);
    if (known != null) {
      return Future.succeededFuture(known);
    }
    return verified(token, Kind.BEARER);
  }

  private Future<Caller> verified(String token, Kind kind) {
    TokenHeader header = TokenHeader.read(token);
    if (!config.algorithms().contains(header.algorithm())) {
      throw TokenFailures.refused();
    }
    return keys.verifierFor(header)
        .compose(verifier -> verify(verifier, token))
        .map(verified -> accept(token, header, kind));
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

  private Caller accept(String token, TokenHeader header, Kind kind) {
    JsonNode claims =
        TokenHeader.part(token.substring(token.indexOf('.') + 1, token.lastIndexOf('.')));
    JsonNode expires = claims.path("exp");
    if (!expires.isNumber()) {
      throw TokenFailures.refused();
    }
    refuseOtherKinds(header, claims, kind);
    refuseOtherAudiences(claims.path("aud"));
    Caller caller = callers.read(claims);
    if (kind == Kind.BEARER) {
      verified.remember(token, caller, expires.longValue());
    }
    return caller;
  }

  /**
   * Refuses a token that is not an access token, or is bound to a key and sent without one.
   * Keycloak has the kind in the claim typ, RFC 9068 in the header typ; one of them must name an
   * access token.
   */
  private static void refuseOtherKinds(TokenHeader header, JsonNode claims, Kind kind) {
    boolean bound = claims.path("cnf").has("jkt");
    if (bound != (kind == Kind.BOUND)) {
      throw TokenFailures.refused();
    }
    String type = claims.path("typ").asText();
    boolean access =
        claims.has("typ")
            ? type.equalsIgnoreCase("Bearer") || bound && type.equalsIgnoreCase("DPoP")
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
