package org.attestry.contracts.registry;

/**
 * @param attestationOSID the attestation record's osid
 * @param claimId the claim that is decided
 */
public record AttestationReceipt(String attestationOSID, String claimId) {}
