package org.attestry.credential.domain;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.credential.CreateIssuerRequest;
import org.attestry.contracts.credential.IssuerView;

/** Registers issuers that credentials may be signed for. */
public final class CreateIssuer {

  private final KeyRing keys;
  private final Issuers issuers;

  public CreateIssuer(KeyRing keys, Issuers issuers) {
    this.keys = keys;
    this.issuers = issuers;
  }

  /**
   * Makes the issuer's key, unless it has one. Fails UNAUTHENTICATED without a token, FORBIDDEN for
   * everybody but an admin, INVALID for an issuer that this deployment does not issue for, CONFLICT
   * when there are as many as allowed.
   */
  public Future<IssuerView> handle(CreateIssuerRequest request, CallContext call) {
    Admins.require(call, "issuer");
    if ((request.issuer() == null) == (request.name() == null)) {
      return Future.failedFuture(
          Failure.invalid(
                  "credential.issuer.invalid",
                  "",
                  "required",
                  "Send either issuer, a DID, or name, the name of an issuer whose DID document"
                      + " stands here.")
              .exception());
    }
    String issuer =
        issuers.checked(
            request.issuer() == null ? issuers.didOf(request.name()) : request.issuer());
    return keys.register(issuer, IssuerSource.ADMIN)
        .map(key -> new IssuerView(issuer, key.verificationMethod()));
  }
}
