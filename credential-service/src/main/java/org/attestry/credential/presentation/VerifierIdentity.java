package org.attestry.credential.presentation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.key.KeyRing;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.Signer;
import org.attestry.credential.key.StoredKey;

/**
 * The verifier's identifiers and addresses for wallets, and the signatures of its requests.
 *
 * @param publicBase the public address without trailing slash
 * @param otherType the type of the key that signs if the default issuer has no key for ES256
 */
public record VerifierIdentity(
    String publicBase,
    Issuers issuers,
    KeyRing keys,
    Signer signer,
    KeyType otherType,
    RequestObjects objects,
    CryptoWorkers compute) {

  /**
   * The type for ES256, which every wallet supports (OpenID4VC High Assurance Interoperability
   * Profile 1.0).
   */
  private static final KeyType PREFERRED = KeyType.P256;

  /** Returns the address at which a wallet reads a request. */
  String requestUri(String reference) {
    return publicBase + "/oid4vp/requests/" + reference;
  }

  /** Returns the address to which a wallet sends its response. */
  String responseUri(String reference) {
    return publicBase + "/oid4vp/responses/" + reference;
  }

  /**
   * Returns the Client Identifier in a request.
   *
   * @throws FailureException of kind INVALID if the settings for this prefix are missing
   */
  String clientId(ClientIdPrefix prefix, String reference) {
    return prefix.clientId(
        switch (prefix) {
          case DECENTRALIZED_IDENTIFIER -> issuers.ownDid();
          case X509_SAN_DNS ->
              objects.certifiedName().orElseThrow(VerifierIdentity::withoutCertificate);
          case X509_HASH ->
              objects.certificateHash().orElseThrow(VerifierIdentity::withoutCertificate);
          case REDIRECT_URI -> responseUri(reference);
        });
  }

  private static FailureException withoutCertificate() {
    return FailureException.invalid(
        "credential.presentation.invalid",
        "/clientIdPrefix",
        "certificate",
        "This verifier has no certificate: set PRESENTATION_CERTIFICATE and"
            + " PRESENTATION_CERTIFICATE_KEY, or choose another clientIdPrefix.");
  }

  /** Checks that requests can be signed, and makes the key if there is none. */
  Future<Void> prepare(ClientIdPrefix prefix) {
    return prefix == ClientIdPrefix.DECENTRALIZED_IDENTIFIER
        ? key().mapEmpty()
        : Future.succeededFuture();
  }

  /** Returns a request as JWT, signed as its prefix requires. */
  Future<String> sign(ObjectNode claims, ClientIdPrefix prefix, Deadline deadline) {
    return switch (prefix) {
      case DECENTRALIZED_IDENTIFIER ->
          key()
              .compose(
                  key -> signer.sign(key, () -> objects.prepare(claims, key), compute, deadline));
      case X509_SAN_DNS, X509_HASH ->
          compute.run(deadline, () -> objects.signedByCertificate(claims));
      case REDIRECT_URI -> compute.run(deadline, () -> objects.unsigned(claims));
    };
  }

  /** Returns the key of the default issuer, which may be a DID that is its own key. */
  private Future<StoredKey> key() {
    return keys.signingKey(issuers.ownDid(), PREFERRED)
        .recover(
            failed ->
                FailureException.hasCode(failed, "credential.issuer.holds-key")
                    ? keys.signingKey(issuers.ownDid(), otherType)
                    : Future.failedFuture(failed));
  }
}
