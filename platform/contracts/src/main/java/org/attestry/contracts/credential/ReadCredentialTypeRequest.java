package org.attestry.contracts.credential;

/**
 * @param type of the entities
 * @param policy of their attestations, or null for the credentials of the entities
 */
public record ReadCredentialTypeRequest(String type, String policy) {}
