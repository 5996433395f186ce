package org.attestry.contracts.credential;

/**
 * One of the two members is given.
 *
 * @param issuer the issuer's DID, or other IRI
 * @param name the name of an issuer of ours, whose DID document we serve at {@code
 *     /issuers/<name>/did.json}
 */
public record CreateIssuerRequest(String issuer, String name) {}
