package org.attestry.contracts.credential;

import java.time.Instant;

/**
 * A RevokedCredential record.
 *
 * @param signedHash SHA-256 of the canonical form, lower-case hex
 * @param userId who revoked it, or null
 */
public record RevokedCredential(
    String osid,
    String entity,
    String entityId,
    String credentialId,
    String signedHash,
    String signedData,
    String userId,
    Instant osCreatedAt) {}
