package org.attestry.contracts.registry;

/**
 * An entity was deleted. Other services withdraw its claims, revoke its credentials, delete its
 * files.
 *
 * @param userId who deleted it
 */
public record EntityDeleted(String type, String osid, long version, String userId) {}
