package org.attestry.contracts.claims;

import java.time.Instant;

/**
 * A page of all open claims, in the order of their ids.
 *
 * @param after the last id of the page before, or null
 * @param createdBefore only claims created before
 * @param limit 1 to {@link FindClaimsRequest#MOST}
 */
public record FindOpenClaimsRequest(String after, Instant createdBefore, int limit) {}
