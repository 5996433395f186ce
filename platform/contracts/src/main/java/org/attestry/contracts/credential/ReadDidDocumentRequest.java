package org.attestry.contracts.credential;

/**
 * @param issuer the issuer's name, or null for the default one
 */
public record ReadDidDocumentRequest(String issuer) {}
