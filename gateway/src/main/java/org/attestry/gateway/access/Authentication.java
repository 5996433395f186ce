package org.attestry.gateway.access;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import java.util.Optional;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;

/**
 * Tells who sends a request. It decides nothing: what the caller may do is for the service that
 * owns the thing.
 */
public final class Authentication {

  private final TokenVerifier tokens;

  public Authentication(Vertx vertx, IdentityConfig config) {
    this.tokens = new TokenVerifier(vertx, config);
  }

  /** Begins to read the identity provider's keys; requests can come before they are there. */
  public void start() {
    tokens.start();
  }

  /** Whether tokens can be checked. */
  public boolean ready() {
    return tokens.ready();
  }

  /**
   * A token that is sent is always checked, also where none is needed.
   *
   * @return the caller, {@link Caller#NOBODY} without a token; fails with kind UNAUTHENTICATED for
   *     a token that is not accepted, UNAVAILABLE when the provider's keys are not known
   */
  public Future<Caller> caller(MultiMap headers) {
    try {
      Optional<String> token = BearerToken.in(headers);
      return token.isPresent() ? tokens.verify(token.get()) : Future.succeededFuture(Caller.NOBODY);
    } catch (FailureException e) {
      return Future.failedFuture(e);
    }
  }
}
