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
 * Registers issuers for which credentials may be signed.
 *
 * @param type of the key that is made if the request names none
 */
public record CreateIssuer(KeyRing keys, Issuers issuers, KeyType type) {

  /**
   * Registers the issuer and makes its key of the type, unless it has one. Fails UNAUTHENTICATED
   * without a token, FORBIDDEN for callers who are not admins, INVALID for an issuer that is not
   * allowed here or an unknown type, CONFLICT if the number of issuers has reached its limit.
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
