package org.attestry.contracts.credential;

/**
 * @param issuer the issuer's DID, or other IRI
 * @param verificationMethod the key that signs for it
 */
public record IssuerView(String issuer, String verificationMethod) {}
