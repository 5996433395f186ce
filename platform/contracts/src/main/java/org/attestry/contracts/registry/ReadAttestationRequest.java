package org.attestry.contracts.registry;

/**
 * @param claimId the claim under which the attestation was raised
 */
public record ReadAttestationRequest(String type, String id, String claimId) {}
