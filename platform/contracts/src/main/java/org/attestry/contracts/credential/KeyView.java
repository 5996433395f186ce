package org.attestry.contracts.credential;

import java.time.Instant;
import org.attestry.contracts.JsonBytes;

/**
 * A key of an issuer; its private part is never shown.
 *
 * @param verificationMethod the IRI that proofs name it by
 * @param type {@code RSA}, {@code ED25519} or {@code P256}
 * @param state {@code ACTIVE}, {@code VERIFY_ONLY} or {@code REVOKED}
 * @param signedFrom proofs that are dated before do not verify; null for a key from elsewhere
 * @param signedUntil proofs that are dated after do not verify; null while it signs, and for a
 *     public key from elsewhere
 * @param publicKeyPem SubjectPublicKeyInfo in PEM (RFC 7468)
 * @param publicKeyJwk JSON Web Key (RFC 7517)
 * @param publicKeyMultibase Multikey (W3C Controlled Identifiers 1.0, section 2.2.2)
 */
public record KeyView(
    String verificationMethod,
    String issuer,
    String type,
    String state,
    Instant createdAt,
    Instant signedFrom,
    Instant signedUntil,
    Instant revokedAt,
    String publicKeyPem,
    JsonBytes publicKeyJwk,
    String publicKeyMultibase) {}
