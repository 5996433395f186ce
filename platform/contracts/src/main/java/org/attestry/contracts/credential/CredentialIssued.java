package org.attestry.contracts.credential;

/**
 * @param credentialId the credential's {@code id}
 */
public record CredentialIssued(String credentialId, String entityType, String entityId) {}
