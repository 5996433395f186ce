package org.attestry.contracts.claims;

/**
 * @param type the requester's entity type
 * @param osid the requester's entity
 */
public record ClaimRaised(String claimId, String type, String osid, String attestationName) {}
