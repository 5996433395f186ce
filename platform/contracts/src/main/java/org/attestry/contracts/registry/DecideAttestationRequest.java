package org.attestry.contracts.registry;

import java.util.UUID;
import org.attestry.contracts.claims.Decision;

/**
 * A decision on an attestation that waits for one. The caller is the attestor, or, for {@link
 * Decision#WITHDRAWN}, who may change the entity.
 *
 * @param type the requester's entity type
 * @param id the requester's entity
 * @param claimId the claim under which the attestation was raised
 * @param attempt by which a repetition of this request is recognised
 * @param attestorType the type in whose name the caller decides; null for a withdrawal
 */
public record DecideAttestationRequest(
    String type, String id, String claimId, Decision decision, UUID attempt, String attestorType) {}
