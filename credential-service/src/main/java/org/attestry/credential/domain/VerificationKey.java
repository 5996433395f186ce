package org.attestry.credential.domain;

import java.security.interfaces.RSAPublicKey;

/**
 * A key that verifies.
 *
 * @param issuer whose credentials it may have signed
 */
public record VerificationKey(
    String verificationMethod, String issuer, KeyState state, RSAPublicKey publicKey) {}
