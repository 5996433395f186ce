package org.attestry.credential.wallet;

import io.vertx.core.Future;
import java.time.Clock;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.credential.WalletOperations.IssueNonceRequest;
import org.attestry.contracts.credential.WalletOperations.WalletReply;
import org.attestry.credential.token.WalletReplies;
import org.attestry.runtime.json.Json;

/** Makes nonces for proofs of possession (OpenID4VCI 1.0, section 7). */
public record IssueNonce(Nonces nonces, Clock clock) {

  public Future<WalletReply> handle(IssueNonceRequest request, CallContext context) {
    return Future.succeededFuture(
        WalletReplies.json(Json.object().put("c_nonce", nonces.next(clock.instant()))));
  }
}
