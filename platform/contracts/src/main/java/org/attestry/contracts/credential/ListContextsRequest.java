package org.attestry.contracts.credential;

/**
 * A page of the uploaded contexts, in order of their addresses.
 *
 * @param limit how many at most
 * @param offset how many to pass over
 */
public record ListContextsRequest(int limit, int offset) {}
