package org.attestry.contracts.registry;

import java.util.UUID;

/**
 * An attestation was granted: state and credential are stored.
 *
 * @param type the requester's entity type
 * @param osid the requester's entity
 * @param attempt the request that decided it
 * @param userId the attestor
 */
public record AttestationGranted(
    String claimId, String type, String osid, UUID attempt, String userId)
    implements EndedAttestation {}
