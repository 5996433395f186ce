package org.attestry.contracts.claims;

/**
 * @param entityName the attestor's type, as in the path
 * @param action {@code GRANT_CLAIM} or {@code REJECT_CLAIM}; anything else is invalid
 * @param notes a remark of the attestor, or null
 */
public record AttestClaimRequest(String entityName, String claimId, String action, String notes) {}
