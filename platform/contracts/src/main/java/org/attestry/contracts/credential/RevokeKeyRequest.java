package org.attestry.contracts.credential;

/**
 * @param verificationMethod the IRI that proofs name the key by
 */
public record RevokeKeyRequest(String verificationMethod) {}
