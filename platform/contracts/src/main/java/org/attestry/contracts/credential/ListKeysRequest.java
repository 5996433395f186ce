package org.attestry.contracts.credential;

/**
 * @param issuer whose keys: a DID, or other IRI
 */
public record ListKeysRequest(String issuer) {}
