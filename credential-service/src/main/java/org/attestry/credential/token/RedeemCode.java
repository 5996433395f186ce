package org.attestry.credential.token;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.credential.WalletOperations.WalletReply;
import org.attestry.credential.offer.Offer;
import org.attestry.credential.offer.OfferSecret;
import org.attestry.credential.offer.OfferStanding;
import org.attestry.credential.offer.OfferStanding.State;
import org.attestry.credential.offer.PgOffers;
import org.attestry.credential.token.PgRefreshTokens.Chain;

/**
 * Redeems a pre-authorized code, once (OpenID4VCI 1.0, section 6). If the offer allows it, a wallet
 * that proves who it is gets a refresh token too.
 *
 * @param life of an access token, unless the credential is yet to be signed
 * @param refreshLife of a refresh token and all that follow it
 */
record RedeemCode(
    PgOffers offers,
    PgTokens tokens,
    PgRefreshTokens refreshTokens,
    OfferStanding standing,
    Clock clock,
    Duration life,
    Duration refreshLife) {

  Future<WalletReply> redeem(
      String code, Map<String, String> fields, Sender sender, CallContext context) {
    return open(code)
        .compose(offer -> checkTransactionCode(offer, code, fields.get("tx_code")))
        .compose(
            offer ->
                requireStanding(offer, context)
                    .compose(
                        state ->
                            token(offer, sender, state, fields.get(AuthorizationDetails.FIELD))));
  }

  private Future<Offer> open(String code) {
    Instant now = clock.instant();
    return offers
        .findByCode(OfferSecret.hash(code), now)
        .map(found -> found.filter(offer -> offer.isOpen(now)).orElseThrow(RedeemCode::ended));
  }

  static WalletRefusal ended() {
    return WalletRefusal.of(
        "invalid_grant", "The code is unknown, was used before, or its offer has ended.");
  }

  /** Compares a transaction code. Each attempt is counted before, also simultaneous ones. */
  private Future<Offer> checkTransactionCode(Offer offer, String code, String sent) {
    boolean given = sent != null && !sent.isEmpty();
    if (given != offer.needsTransactionCode()) {
      throw WalletRefusal.of(
          "invalid_request",
          given ? "This offer has no transaction code." : "Send the transaction code (tx_code).");
    }
    if (!given) {
      return Future.succeededFuture(offer);
    }
    return offers
        .countAttempt(offer.id())
        .map(
            counted -> {
              if (!counted) {
                throw ended();
              }
              if (!OfferSecret.holds(offer.transactionHash(), code, sent)) {
                throw WalletRefusal.of("invalid_grant", "The transaction code is wrong.");
              }
              return offer;
            });
  }

  private Future<State> requireStanding(Offer offer, CallContext context) {
    return standing
        .of(offer, context)
        .compose(
            now ->
                now.state() == State.ENDED
                    ? offers
                        .withdraw(offer.id(), clock.instant())
                        .compose(done -> Future.failedFuture(ended()))
                    : Future.succeededFuture(now.state()));
  }

  private Future<WalletReply> token(Offer offer, Sender sender, State state, String details) {
    ArrayNode granted = AuthorizationDetails.granted(offer, details);
    NewToken token = NewToken.of(sender, state, life);
    Instant now = clock.instant();
    if (!offer.refresh() || !sender.isProven()) {
      return tokens
          .accept(offer.id(), token.stored(now), now)
          .map(
              accepted -> {
                if (!accepted) {
                  throw ended();
                }
                return token.reply(null, granted);
              });
    }
    RefreshToken refresh = RefreshToken.first();
    Chain chain =
        new Chain(offer.id(), refresh.chainHash(), refresh.hash(), sender, now.plus(refreshLife));
    return refreshTokens
        .accept(offer, token.stored(now), chain, now)
        .map(accepted -> token.reply(refresh, granted));
  }
}
