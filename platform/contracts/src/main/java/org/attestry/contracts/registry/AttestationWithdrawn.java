package org.attestry.contracts.registry;

import java.util.UUID;

/**
 * An attestation is no longer pending: an attested value changed, or the owner withdrew it.
 *
 * @param attempt the request that withdrew it, or null
 * @param userId the caller whose request caused it, or null
 */
public record AttestationWithdrawn(
    String claimId, String type, String osid, UUID attempt, String userId)
    implements EndedAttestation {}
