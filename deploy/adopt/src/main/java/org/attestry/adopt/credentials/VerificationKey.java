package org.attestry.adopt.credentials;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A public key of the former system; it has either a PEM or a JWK.
 *
 * @param issuer the DID whose credentials it signed; null if the file does not say it
 */
public record VerificationKey(
    String issuer, String verificationMethod, String publicKeyPem, JsonNode jwk) {

  VerificationKey of(String did) {
    return new VerificationKey(did, verificationMethod, publicKeyPem, jwk);
  }
}
