package org.attestry.contracts.credential;

/**
 * A page of an issuer's keys.
 *
 * @param issuer whose keys: a DID, or other IRI
 * @param limit how many at most, 1 to 1,000
 * @param offset how many to pass over
 */
public record ListKeysRequest(String issuer, int limit, int offset) {}
