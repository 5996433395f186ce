package org.attestry.contracts.claims;

/**
 * @param entityName the requester's entity type
 */
public record WithdrawClaimRequest(String entityName, String claimId) {}
