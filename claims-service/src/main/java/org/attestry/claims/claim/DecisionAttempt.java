package org.attestry.claims.claim;

import java.time.Instant;
import java.util.UUID;
import org.attestry.contracts.claims.Decision;

/**
 * A decision that was submitted to the registry.
 *
 * @param by user id
 * @param tokenId {@code jti} of the caller's token, or null
 * @param note the caller's note, or null
 */
public record DecisionAttempt(
    UUID id, UUID claimId, Decision decision, String by, String tokenId, String note, Instant at) {}
