package org.attestry.credential.token;

import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.credential.WalletOperations.AccessToken;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.offer.OfferSecret;
import org.attestry.credential.token.PgTokens.Grant;
import org.attestry.credential.token.WalletProofs.DpopProof;
import org.attestry.runtime.identifier.RandomBits;
import org.attestry.runtime.identifier.Sha256;

/**
 * Checks access tokens of wallets. A token is accepted only in the form in which it was issued:
 * with a DPoP proof (RFC 9449) if it is bound to a key, else as Bearer token.
 */
public record WalletAccess(
    PgTokens store, WalletProofs proofs, CryptoWorkers compute, Clock clock) {

  /** The largest difference between a wallet's clock and ours. */
  public static final Duration SKEW = Duration.ofMinutes(5);

  static final String BEARER = "Bearer";
  static final String DPOP = "DPoP";

  /**
   * The beginning of access tokens, by which the gateway distinguishes them from those of users.
   */
  private static final String PREFIX = "att_";

  private static final int TOKEN_BYTES = 32;

  static String newToken() {
    return PREFIX + RandomBits.text(TOKEN_BYTES);
  }

  /** The grant of a token, with the token's hash. */
  public record Granted(Grant grant, byte[] tokenHash) {}

  /**
   * @param address of the request
   * @return fails with a {@link WalletRefusal}
   */
  public Future<Granted> require(AccessToken access, String address, CallContext context) {
    String scheme = DPOP.equalsIgnoreCase(access.scheme()) ? DPOP : BEARER;
    if (access.token() == null) {
      return Future.failedFuture(
          WalletRefusal.ofToken(BEARER, "invalid_token", "Send an access token."));
    }
    byte[] hash = OfferSecret.hash(access.token());
    return store
        .findGrant(hash, clock.instant())
        .map(
            found ->
                found
                    .filter(grant -> (grant.thumbprint() != null) == scheme.equals(DPOP))
                    .orElseThrow(() -> unknown(scheme)))
        .compose(
            grant ->
                grant.thumbprint() == null
                    ? Future.succeededFuture(new Granted(grant, hash))
                    : prove(grant.thumbprint(), access, address, context)
                        .map(proved -> new Granted(grant, hash)));
  }

  /**
   * Verifies the DPoP proof of a token of the identity provider, which the gateway verified, if the
   * token is bound to a key.
   *
   * @return fails with a {@link WalletRefusal}
   */
  public Future<Void> requireUser(AccessToken access, String address, CallContext context) {
    boolean bound = access.thumbprint() != null;
    if (access.token() == null || bound != DPOP.equalsIgnoreCase(access.scheme())) {
      return Future.failedFuture(unknown(bound ? DPOP : BEARER));
    }
    return bound ? prove(access.thumbprint(), access, address, context) : Future.succeededFuture();
  }

  private static WalletRefusal unknown(String scheme) {
    return WalletRefusal.ofToken(
        scheme,
        "invalid_token",
        "The access token is unknown or has ended, or is sent in another form (Bearer or DPoP) than"
            + " it was issued in.");
  }

  private Future<Void> prove(
      String thumbprint, AccessToken access, String address, CallContext context) {
    Instant now = clock.instant();
    return compute
        .run(
            context.deadline(),
            () -> {
              try {
                return dpop(access.dpop(), address, access.token(), now);
              } catch (WalletRefusal refused) {
                throw WalletRefusal.ofToken(DPOP, refused.error(), refused.getMessage());
              }
            })
        .compose(
            proof -> {
              if (!proof.thumbprint().equals(thumbprint)) {
                throw WalletRefusal.ofToken(
                    DPOP, "invalid_token", "The access token is bound to another key.");
              }
              return store.use(List.of(used(proof)), now.plus(SKEW).plus(SKEW));
            })
        .map(
            isNew -> {
              if (!isNew) {
                throw WalletRefusal.ofToken(
                    DPOP, "invalid_dpop_proof", "This DPoP proof was used before; make a new one.");
              }
              return null;
            });
  }

  /**
   * @param token null at the token endpoint
   * @throws WalletRefusal invalid_dpop_proof
   */
  DpopProof dpop(List<String> headers, String address, String token, Instant now) {
    if (headers.size() != 1) {
      throw WalletRefusal.of("invalid_dpop_proof", "Send the header DPoP once.");
    }
    return proofs.dpop(headers.getFirst(), "POST", address, token, now);
  }

  private static byte[] used(DpopProof proof) {
    return Sha256.of("dpop:" + proof.thumbprint() + ":" + proof.id());
  }
}
