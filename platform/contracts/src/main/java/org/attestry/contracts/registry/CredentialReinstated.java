package org.attestry.contracts.registry;

/**
 * The credential of an entity's content is valid again after a suspension.
 *
 * @param version the entity's, which orders suspensions and reinstatements
 * @param userId the caller whose request caused it, or null
 */
public record CredentialReinstated(String type, String osid, long version, String userId) {}
