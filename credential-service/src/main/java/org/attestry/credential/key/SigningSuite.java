package org.attestry.credential.key;

/**
 * A proof suite that credentials are signed with.
 *
 * @param name the type of its proofs, or their cryptosuite where the type is DataIntegrityProof
 * @param keyType the type of the keys that it signs with
 * @param envelops whether it signs an envelope around the credential, not a proof in it
 */
public record SigningSuite(String name, KeyType keyType, boolean envelops) {}
