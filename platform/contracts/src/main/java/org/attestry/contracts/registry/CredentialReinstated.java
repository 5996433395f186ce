package org.attestry.contracts.registry;

/**
 * The credential of an entity's content is valid again after a suspension.
 *
 * @param version the entity's version, by which suspensions and reinstatements are ordered
 * @param userId the caller whose request caused the reinstatement, or null
 */
public record CredentialReinstated(String type, String osid, long version, String userId) {}
