package org.attestry.contracts.claims;

/**
 * @param type the requester's entity type
 * @param osid the requester's entity
 * @param userId who withdrew it, or null
 */
public record ClaimWithdrawn(
    String claimId, String type, String osid, String attestationName, String userId) {}
