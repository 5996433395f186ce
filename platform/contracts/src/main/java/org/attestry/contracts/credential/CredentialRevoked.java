package org.attestry.contracts.credential;

/**
 * @param credentialId the credential's {@code id}
 */
public record CredentialRevoked(String credentialId, String entityType, String entityId) {}
