package org.attestry.contracts.credential;

/**
 * A page of the registered issuers.
 *
 * @param limit how many at most, 1 to 1,000
 * @param offset how many to pass over
 */
public record ListIssuersRequest(int limit, int offset) {}
