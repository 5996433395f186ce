package org.attestry.credential.token;

import io.vertx.core.Future;
import java.time.Clock;
import java.util.Map;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.credential.WalletOperations.IssueAccessTokenRequest;
import org.attestry.contracts.credential.WalletOperations.WalletReply;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.offer.OfferDocument;

/**
 * Issues access tokens for the code of an offer (OpenID4VCI 1.0, section 6) and for refresh tokens
 * (RFC 6749, section 6). Wallets need no client id. A wallet that sends a DPoP proof gets a token
 * that is bound to its key.
 */
public record IssueAccessToken(
    RedeemCode codes,
    RenewAccess renewals,
    WalletAccess access,
    ClientAuthentication clients,
    WalletAddresses addresses,
    CryptoWorkers compute,
    Clock clock) {

  static final String REFRESH = "refresh_token";

  private static final int LONGEST_FIELD = 10_000;

  public Future<WalletReply> handle(IssueAccessTokenRequest request, CallContext context) {
    return Future.succeededFuture(request)
        .compose(sent -> issue(sent, context))
        .recover(WalletReplies::refused);
  }

  private Future<WalletReply> issue(IssueAccessTokenRequest request, CallContext context) {
    Map<String, String> fields = request.fields();
    boolean refresh = isRefresh(fields.get("grant_type"));
    String secret = secret(fields, refresh ? REFRESH : OfferDocument.CODE);
    return sender(request, context)
        .compose(
            sender ->
                refresh
                    ? renewals.renew(secret, fields, sender, context)
                    : codes.redeem(secret, fields, sender, context));
  }

  private static boolean isRefresh(String grant) {
    if (grant == null || grant.isEmpty()) {
      throw WalletRefusal.of("invalid_request", "Send a grant_type.");
    }
    if (!grant.equals(OfferDocument.GRANT) && !grant.equals(REFRESH)) {
      throw WalletRefusal.of(
          "unsupported_grant_type",
          "The grant_type here is %s or %s.".formatted(OfferDocument.GRANT, REFRESH));
    }
    return grant.equals(REFRESH);
  }

  private static String secret(Map<String, String> fields, String name) {
    String secret = fields.get(name);
    boolean tooLong = fields.values().stream().anyMatch(value -> value.length() > LONGEST_FIELD);
    if (secret == null || secret.isEmpty() || tooLong) {
      throw WalletRefusal.of(
          "invalid_request",
          "Send a %s; no field has more than %d characters.".formatted(name, LONGEST_FIELD));
    }
    return secret;
  }

  private Future<Sender> sender(IssueAccessTokenRequest request, CallContext context) {
    return clients
        .check(request, context)
        .compose(client -> thumbprint(request, context).map(proven -> new Sender(proven, client)));
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
}
