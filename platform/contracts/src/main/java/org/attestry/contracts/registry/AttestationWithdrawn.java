package org.attestry.contracts.registry;

/**
 * An attestation no longer waits for a decision: an attested value changed, or the owner withdrew
 * it.
 *
 * @param userId who caused it, or null
 */
public record AttestationWithdrawn(String claimId, String type, String osid, String userId) {}
