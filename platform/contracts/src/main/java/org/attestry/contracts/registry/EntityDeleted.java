package org.attestry.contracts.registry;

/**
 * An entity is gone: its claims are withdrawn, its credentials revoked, its files deleted.
 *
 * @param userId who deleted it
 */
public record EntityDeleted(String type, String osid, long version, String userId) {}
