package org.attestry.contracts.credential;

import org.attestry.contracts.JsonBytes;

/**
 * @param credentialId the credential's {@code id}, {@code urn:uuid:…}
 * @param credential the signed credential
 */
public record IssuedCredential(String credentialId, JsonBytes credential) {}
