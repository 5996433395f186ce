package org.attestry.contracts.claims;

/**
 * @param state the attested property's state after the decision
 */
public record AttestedClaim(String claimId, Decision decision, String state) {}
