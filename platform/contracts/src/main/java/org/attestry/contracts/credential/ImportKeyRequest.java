package org.attestry.contracts.credential;

import java.util.List;
import org.attestry.contracts.JsonBytes;

/**
 * A key from elsewhere, in exactly one form. With a public key the credentials of a former system
 * are verified. A private key signs for a registered issuer from then on.
 *
 * @param issuer the issuer's DID, or other IRI, as in its credentials
 * @param verificationMethod the key's IRI in their proofs
 * @param publicKeyPem an RSA, Ed25519 or P-256 public key (PEM, RFC 7468)
 * @param jwk such a key (JSON Web Key, RFC 7517); private if it has the member d
 * @param privateKeyPem a private key (PKCS #8, PKCS #1 or SEC 1 in PEM, not encrypted)
 * @param pkcs12 a key store (RFC 7292) in Base64 with one entry: a certificate, or a private key
 * @param password of the key store
 * @param contexts the inline contexts in {@code @context} of its credentials, which their
 *     signatures do not cover; null for none
 */
public record ImportKeyRequest(
    String issuer,
    String verificationMethod,
    String publicKeyPem,
    JsonBytes jwk,
    String privateKeyPem,
    String pkcs12,
    String password,
    List<JsonBytes> contexts) {

  public static ImportKeyRequest ofPublicKey(
      String issuer, String verificationMethod, String publicKeyPem, List<JsonBytes> contexts) {
    return new ImportKeyRequest(
        issuer, verificationMethod, publicKeyPem, null, null, null, null, contexts);
  }

  /** Without the key, which may be private. */
  @Override
  public String toString() {
    return "ImportKeyRequest[" + issuer + ", " + verificationMethod + "]";
  }
}
