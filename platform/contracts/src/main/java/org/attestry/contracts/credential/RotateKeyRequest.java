package org.attestry.contracts.credential;

/**
 * @param verificationMethod the IRI that proofs name the key by that is to sign no longer
 */
public record RotateKeyRequest(String verificationMethod) {}
