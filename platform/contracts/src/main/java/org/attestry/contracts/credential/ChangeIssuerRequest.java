package org.attestry.contracts.credential;

/**
 * @param issuer the DID, or other IRI, of a registered issuer
 * @param disabled whether nothing is signed for it from now on
 */
public record ChangeIssuerRequest(String issuer, boolean disabled) {}
