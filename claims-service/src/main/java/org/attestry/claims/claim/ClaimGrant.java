package org.attestry.claims.claim;

import java.time.Instant;

/**
 * A grant after which a claim still waited for the grants of other attestors.
 *
 * @param by user id
 * @param tokenId {@code jti} of the attestor's token, or null where it is not known
 */
public record ClaimGrant(String by, String tokenId, Instant at) {}
