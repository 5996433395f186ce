package org.attestry.contracts.registry;

/**
 * @param attestationOSID the attestation record's osid
 * @param claimId the claim that attestors decide
 */
public record AttestationReceipt(String attestationOSID, String claimId) {}
