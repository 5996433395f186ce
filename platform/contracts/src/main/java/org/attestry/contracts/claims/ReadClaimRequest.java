package org.attestry.contracts.claims;

/**
 * @param entityName the type in the path: the requester's or the attestor's
 */
public record ReadClaimRequest(String entityName, String claimId) {}
