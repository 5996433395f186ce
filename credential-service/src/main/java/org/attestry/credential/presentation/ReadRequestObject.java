package org.attestry.credential.presentation;

import io.vertx.core.Future;
import java.time.Clock;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.credential.PresentationOperations.PresentationState;
import org.attestry.contracts.credential.PresentationOperations.ReadRequestObjectRequest;
import org.attestry.contracts.credential.PresentationOperations.RequestObject;

/**
 * Returns a request to the wallet that has its address (OpenID4VP 1.0, sections 5.10 and 5.11). It
 * is signed for each read, because it contains the wallet's nonce.
 */
public record ReadRequestObject(PgPresentations store, VerifierIdentity verifier, Clock clock) {

  private static final int LONGEST_NONCE = 500;

  /**
   * Fails NOT_FOUND for an unknown address, CONFLICT after an answer, INVALID for a nonce that is
   * too long.
   */
  public Future<RequestObject> handle(ReadRequestObjectRequest request, CallContext context) {
    String reference = request.reference();
    String nonce = request.walletNonce();
    if (nonce != null && nonce.length() > LONGEST_NONCE) {
      throw RequestedQuery.invalid(
          "/wallet_nonce",
          "maxLength",
          "A wallet_nonce has at most %d characters.".formatted(LONGEST_NONCE));
    }
    return store
        .find(OpenRequests.digest(reference), clock.instant())
        .map(OpenRequests::required)
        .compose(
            stored -> {
              if (stored.state() == PresentationState.ANSWERED) {
                throw OpenRequests.closed();
              }
              return verifier.sign(
                  new AuthorizationRequest(
                          stored,
                          verifier.clientId(stored.prefix(), reference),
                          verifier.requestUri(reference),
                          verifier.responseUri(reference))
                      .claims(nonce),
                  stored.prefix(),
                  context.deadline());
            })
        .map(RequestObject::new);
  }
}
