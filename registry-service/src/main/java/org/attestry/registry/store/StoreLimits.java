package org.attestry.registry.store;

/**
 * What bounds that which is written, and read at once.
 *
 * @param pageBytes the most bytes of entities, or of changes of one, that a page has
 * @param entityBytes the largest entity with its attestations
 */
public record StoreLimits(int pageBytes, int entityBytes) {}
