package org.attestry.contracts.credential;

/**
 * Exactly one of issuer and name is set.
 *
 * @param issuer the issuer's DID, or other IRI
 * @param name the name of a local issuer, whose DID document is served at {@code
 *     /issuers/<name>/did.json}
 * @param keyType the type of the key that is made if it has none of it: {@code RSA}, {@code
 *     ED25519} or {@code P256}; null for the type that signs by default
 */
public record CreateIssuerRequest(String issuer, String name, String keyType) {

  /** One with a key of the type that signs by default. */
  public CreateIssuerRequest(String issuer, String name) {
    this(issuer, name, null);
  }
}
