package org.attestry.claims.domain;

import java.time.Instant;
import java.util.UUID;
import org.attestry.contracts.claims.Decision;

/**
 * A decision that the registry is asked for.
 *
 * @param by user id
 * @param note what the caller remarks, or null
 */
public record DecisionAttempt(
    UUID id, UUID claimId, Decision decision, String by, String note, Instant at) {}
