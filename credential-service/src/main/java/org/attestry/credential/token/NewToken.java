package org.attestry.credential.token;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import org.attestry.contracts.credential.WalletOperations.WalletReply;
import org.attestry.credential.offer.OfferSecret;
import org.attestry.credential.offer.OfferStanding.State;
import org.attestry.credential.token.PgTokens.Token;
import org.attestry.runtime.json.Json;

/**
 * A new access token.
 *
 * @param thumbprint of the DPoP key that it is bound to; null for none
 */
record NewToken(String text, String thumbprint, Duration life) {

  /** The life of an access token for a credential that is yet to be signed. */
  private static final Duration LIFE_WHILE_DUE = Duration.ofDays(1);

  /**
   * @param usual the life of a token for a signed credential
   */
  static NewToken of(Sender sender, State state, Duration usual) {
    boolean longer = state == State.DUE && usual.compareTo(LIFE_WHILE_DUE) < 0;
    return new NewToken(
        WalletAccess.newToken(), sender.thumbprint(), longer ? LIFE_WHILE_DUE : usual);
  }

  Token stored(Instant now) {
    return new Token(OfferSecret.hash(text), thumbprint, now.plus(life));
  }

  /**
   * @param refresh null for no refresh token
   * @param details null unless the wallet sent some
   */
  WalletReply reply(RefreshToken refresh, ArrayNode details) {
    ObjectNode reply =
        Json.object()
            .put("access_token", text)
            .put("token_type", thumbprint == null ? WalletAccess.BEARER : WalletAccess.DPOP)
            .put("expires_in", life.toSeconds());
    if (refresh != null) {
      reply.put(IssueAccessToken.REFRESH, refresh.text());
    }
    if (details != null) {
      reply.set(AuthorizationDetails.FIELD, details);
    }
    return WalletReplies.json(reply);
  }

  /** Does not show the token. */
  @Override
  public String toString() {
    return "NewToken";
  }
}
