package org.attestry.contracts.registry;

/**
 * The credential of an entity's content is suspended: it is not valid until it is reinstated.
 *
 * @param version the entity's version, by which suspensions and reinstatements are ordered
 * @param userId the caller whose request caused the suspension, or null
 */
public record CredentialSuspended(String type, String osid, long version, String userId) {}
