package org.attestry.contracts.schema;

/**
 * The fields of an entity that name an owner. Each member is an RFC 6901 pointer into the entity,
 * or null.
 *
 * @param userId the user's name at the identity provider
 * @param email the user's e-mail address
 * @param mobile the user's phone number
 * @param password the user's first password; without it the configured default is used
 */
public record OwnershipAttribute(String userId, String email, String mobile, String password) {}
