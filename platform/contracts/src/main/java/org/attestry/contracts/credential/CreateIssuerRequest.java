package org.attestry.contracts.credential;

/**
 * Exactly one of the two members is set.
 *
 * @param issuer the issuer's DID, or other IRI
 * @param name the name of a local issuer, whose DID document is served at {@code
 *     /issuers/<name>/did.json}
 */
public record CreateIssuerRequest(String issuer, String name) {}
