package org.attestry.contracts.registry;

/**
 * The caller's own records, or all of an anonymous type.
 *
 * @param limit how many at most, 1 to the configured maximum
 * @param offset how many to pass over
 */
public record ListEntitiesRequest(String type, int limit, int offset) {}
