package org.attestry.contracts.registry;

/**
 * An entity was deleted. Other services withdraw its claims, revoke its credentials, delete its
 * files.
 *
 * @param userId the user who deleted the entity
 */
public record EntityDeleted(String type, String osid, long version, String userId) {}
