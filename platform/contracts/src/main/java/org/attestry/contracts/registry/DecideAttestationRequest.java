package org.attestry.contracts.registry;

import java.util.UUID;
import org.attestry.contracts.claims.Decision;

/**
 * A decision on a pending attestation. The caller is the attestor, or for {@link
 * Decision#WITHDRAWN} a caller who may change the entity.
 *
 * @param type the requester's entity type
 * @param id the requester's entity
 * @param claimId the claim under which the attestation was raised
 * @param attempt id by which a repeated request is recognised
 * @param attestorType the type as whose member the caller decides; null for a withdrawal
 */
public record DecideAttestationRequest(
    String type, String id, String claimId, Decision decision, UUID attempt, String attestorType) {}
