package org.attestry.contracts.credential;

/**
 * @param credentialId the {@code id} of a credential that we issued; of {@code urn:uuid:…} the UUID
 *     alone is enough
 */
public record VerifyIssuedRequest(String credentialId) {}
