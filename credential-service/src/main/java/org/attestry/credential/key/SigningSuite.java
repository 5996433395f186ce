package org.attestry.credential.key;

/**
 * A proof suite for credentials.
 *
 * @param name the type of its proofs, or their cryptosuite if the type is DataIntegrityProof
 * @param keyType the type of its keys
 * @param envelops whether it signs an envelope around the credential instead of adding a proof
 */
public record SigningSuite(String name, KeyType keyType, boolean envelops) {}
