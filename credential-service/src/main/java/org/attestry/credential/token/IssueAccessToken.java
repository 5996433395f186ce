package org.attestry.credential.token;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.WalletOperations.IssueAccessTokenRequest;
import org.attestry.contracts.credential.WalletOperations.WalletReply;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.offer.Offer;
import org.attestry.credential.offer.OfferDocument;
import org.attestry.credential.offer.OfferSecret;
import org.attestry.credential.offer.OfferStanding;
import org.attestry.credential.offer.PgOffers;
import org.attestry.credential.token.PgTokens.Token;
import org.attestry.runtime.json.Json;

/**
 * Redeems a pre-authorized code, once (OpenID4VCI 1.0, section 6). Wallets need no client id. A
 * wallet that sends a DPoP proof gets a token that is bound to its key.
 *
 * @param life of an access token, unless the credential is yet to be signed
 */
public record IssueAccessToken(
    PgOffers offers,
    PgTokens store,
    OfferStanding standing,
    WalletAccess access,
    ClientAuthentication clients,
    WalletAddresses addresses,
    CryptoWorkers compute,
    Clock clock,
    Duration life) {

  /** The life of an access token for a credential that is yet to be signed. */
  private static final Duration LIFE_WHILE_DUE = Duration.ofDays(1);

  private static final int LONGEST_FIELD = 10_000;
  private static final String DETAILS = "authorization_details";

  public Future<WalletReply> handle(IssueAccessTokenRequest request, CallContext context) {
    return Future.succeededFuture(request)
        .compose(sent -> redeem(sent, context))
        .recover(WalletReplies::refused);
  }

  private Future<WalletReply> redeem(IssueAccessTokenRequest request, CallContext context) {
    Map<String, String> fields = request.fields();
    requireGrant(fields.get("grant_type"));
    String code = fields.get(OfferDocument.CODE);
    if (code == null || code.isEmpty() || isTooLong(fields)) {
      throw WalletRefusal.of(
          "invalid_request",
          "Send the %s of the offer; no field has more than %d characters."
              .formatted(OfferDocument.CODE, LONGEST_FIELD));
    }
    return clients
        .check(fields, context)
        .compose(checked -> thumbprint(request, context))
        .compose(
            thumbprint ->
                open(code)
                    .compose(offer -> checkTransactionCode(offer, code, fields.get("tx_code")))
                    .compose(
                        offer ->
                            requireStanding(offer, context)
                                .compose(
                                    life -> token(offer, thumbprint, fields.get(DETAILS), life))));
  }

  private static void requireGrant(String grant) {
    if (grant == null || grant.isEmpty()) {
      throw WalletRefusal.of("invalid_request", "Send a grant_type.");
    }
    if (!grant.equals(OfferDocument.GRANT)) {
      throw WalletRefusal.of(
          "unsupported_grant_type", "The grant_type here is %s.".formatted(OfferDocument.GRANT));
    }
  }

  private static boolean isTooLong(Map<String, String> fields) {
    return fields.values().stream().anyMatch(value -> value.length() > LONGEST_FIELD);
  }

  /** Returns the thumbprint of the DPoP key; null if no proof is sent. */
  private Future<String> thumbprint(IssueAccessTokenRequest request, CallContext context) {
    return request.dpop().isEmpty()
        ? Future.succeededFuture()
        : compute.run(
            context.deadline(),
            () ->
                access.dpop(request.dpop(), addresses.token(), null, clock.instant()).thumbprint());
  }

  private Future<Offer> open(String code) {
    Instant now = clock.instant();
    return offers
        .findByCode(OfferSecret.hash(code), now)
        .map(
            found -> found.filter(offer -> offer.isOpen(now)).orElseThrow(IssueAccessToken::ended));
  }

  private static WalletRefusal ended() {
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

  /** Returns the life of the offer's access token. */
  private Future<Duration> requireStanding(Offer offer, CallContext context) {
    return standing
        .of(offer, context)
        .compose(
            now ->
                switch (now.state()) {
                  case STANDS -> Future.succeededFuture(life);
                  case DUE ->
                      Future.succeededFuture(
                          life.compareTo(LIFE_WHILE_DUE) < 0 ? LIFE_WHILE_DUE : life);
                  case ENDED ->
                      offers
                          .withdraw(offer.id(), clock.instant())
                          .compose(done -> Future.failedFuture(ended()));
                });
  }

  private Future<WalletReply> token(Offer offer, String thumbprint, String details, Duration life) {
    ArrayNode granted = details == null ? null : granted(offer, details);
    String token = WalletAccess.newToken();
    Instant now = clock.instant();
    return store
        .accept(offer.id(), new Token(OfferSecret.hash(token), thumbprint, now.plus(life)), now)
        .map(
            accepted -> {
              if (!accepted) {
                throw ended();
              }
              ObjectNode reply =
                  Json.object()
                      .put("access_token", token)
                      .put(
                          "token_type",
                          thumbprint == null ? WalletAccess.BEARER : WalletAccess.DPOP)
                      .put("expires_in", life.toSeconds());
              if (granted != null) {
                reply.set(DETAILS, granted);
              }
              return WalletReplies.json(reply);
            });
  }

  /**
   * Returns the granted part of the requested details (RFC 9396): the configurations of the offer.
   */
  private static ArrayNode granted(Offer offer, String details) {
    ArrayNode granted = Json.array();
    for (JsonNode one : parsed(details)) {
      String id = one.path("credential_configuration_id").asText();
      if (!offer.configurations().contains(id)) {
        throw WalletRefusal.of(
            "invalid_authorization_details", "The offer has no such credential configuration.");
      }
      granted
          .addObject()
          .put("type", "openid_credential")
          .put("credential_configuration_id", id)
          .putArray("credential_identifiers")
          .add(id);
    }
    return granted;
  }

  private static JsonNode parsed(String details) {
    try {
      return Json.parse(JsonBytes.of(details));
    } catch (FailureException e) {
      throw WalletRefusal.of("invalid_authorization_details", "Send an array in JSON.");
    }
  }
}
