package org.attestry.credential.token;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.vertx.core.Future;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.credential.WalletOperations.WalletReply;
import org.attestry.credential.offer.Offer;
import org.attestry.credential.offer.OfferStanding;
import org.attestry.credential.offer.OfferStanding.Standing;
import org.attestry.credential.offer.OfferStanding.State;
import org.attestry.credential.offer.PgOffers;
import org.attestry.credential.token.PgRefreshTokens.Chain;

/**
 * Issues an access token for a refresh token, and the next refresh token (RFC 6749, section 6; RFC
 * 9700, section 4.14). The access token is for the credential that the record has now. A chain of
 * refresh tokens ends when one is spent twice, and when the record has other owners, no credential,
 * or one that is not in force.
 *
 * @param life of an access token, unless the credential is yet to be signed
 */
record RenewAccess(
    PgOffers offers, PgRefreshTokens store, OfferStanding standing, Clock clock, Duration life) {

  Future<WalletReply> renew(
      String text, Map<String, String> fields, Sender sender, CallContext context) {
    RefreshToken sent = RefreshToken.read(text).orElseThrow(RenewAccess::ended);
    return store
        .find(sent.chainHash(), clock.instant())
        .map(
            found ->
                found.filter(chain -> sender.proves(chain.bound())).orElseThrow(RenewAccess::ended))
        .compose(
            chain ->
                MessageDigest.isEqual(chain.tokenHash(), sent.hash())
                    ? renew(sent, chain, fields.get(AuthorizationDetails.FIELD), sender, context)
                    : end(chain));
  }

  private static WalletRefusal ended() {
    return WalletRefusal.of(
        "invalid_grant",
        "The refresh token is unknown, has ended, was used before, or is another wallet's; the"
            + " owner of the record makes a new offer.");
  }

  private <T> Future<T> end(Chain chain) {
    return store.end(chain.offer()).compose(done -> Future.failedFuture(ended()));
  }

  private Future<WalletReply> renew(
      RefreshToken sent, Chain chain, String details, Sender sender, CallContext context) {
    return offers
        .find(chain.offer(), clock.instant())
        .map(found -> found.orElseThrow(RenewAccess::ended))
        .compose(
            offer ->
                standing
                    .ofRecord(offer, context)
                    .compose(
                        now ->
                            now.state() == State.ENDED
                                ? end(chain)
                                : token(sent, chain, offer, now, details, sender)));
  }

  private Future<WalletReply> token(
      RefreshToken sent,
      Chain chain,
      Offer offer,
      Standing standing,
      String details,
      Sender sender) {
    ArrayNode granted = AuthorizationDetails.granted(offer, details);
    NewToken token = NewToken.of(sender, standing.state(), life);
    RefreshToken next = sent.next();
    UUID credential = standing.credential() == null ? null : standing.credential().id();
    Instant now = clock.instant();
    return store
        .rotate(chain, next.hash(), credential, token.stored(now), now)
        .map(rotated -> token.reply(next, granted))
        .recover(cause -> cause instanceof WalletRefusal ? end(chain) : Future.failedFuture(cause));
  }
}
