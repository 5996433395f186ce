package org.attestry.registry.domain.search;

/**
 * @param filter what must hold, null for nothing
 * @param owner user id of the owner, null for any
 */
public record EntityQuery(Filter filter, String owner, int limit, long offset) {}
