package org.attestry.credential.issuer;

import io.vertx.core.Future;
import java.util.Arrays;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.credential.IssuerOperations.CreateIssuerRequest;
import org.attestry.contracts.credential.IssuerOperations.IssuerView;
import org.attestry.credential.call.Admins;
import org.attestry.credential.key.IssuerSource;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.key.KeyRing;
import org.attestry.credential.key.KeyType;

/**
 * Registers issuers that credentials may be signed for.
 *
 * @param type of the key that is made where the request names none
 */
public record CreateIssuer(KeyRing keys, Issuers issuers, KeyType type) {

  /**
   * Makes the issuer's key of the type, unless it has one. Fails UNAUTHENTICATED without a token,
   * FORBIDDEN for everybody but an admin, INVALID for an issuer that this deployment does not issue
   * for or an unknown type, CONFLICT when there are as many as allowed.
   */
  public Future<IssuerView> handle(CreateIssuerRequest request, CallContext context) {
    Admins.require(context, "issuer");
    if ((request.issuer() == null) == (request.name() == null)) {
      return Future.failedFuture(
          FailureException.invalid(
              "credential.issuer.invalid",
              "",
              "required",
              "Send either issuer, a DID, or name, the name of an issuer whose DID document"
                  + " stands here."));
    }
    String issuer =
        request.issuer() == null
            ? issuers.checked(issuers.didOf(request.name()), "/name")
            : issuers.checked(request.issuer());
    return keys.register(issuer, keyType(request.keyType()), IssuerSource.ADMIN)
        .map(key -> new IssuerView(issuer, key.verificationMethod()));
  }

  private KeyType keyType(String name) {
    if (name == null) {
      return type;
    }
    return Arrays.stream(KeyType.values())
        .filter(known -> known.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                FailureException.invalid(
                    "credential.issuer.invalid",
                    "/keyType",
                    "enum",
                    "keyType is one of " + Arrays.toString(KeyType.values()) + "."));
  }
}
