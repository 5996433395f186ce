package org.attestry.contracts.credential;

import org.attestry.contracts.JsonBytes;

/**
 * @param signedCredentials a signed credential
 */
public record VerifyCredentialRequest(JsonBytes signedCredentials) {}
