package org.attestry.contracts.registry;

/**
 * @param count entities that are not deleted
 */
public record EntityCount(long count) {}
