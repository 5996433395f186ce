package org.attestry.contracts.registry;

/**
 * @param policy the attestation policy's name
 * @param attestationId the attestation record's osid or, where the attestation was raised by
 *     property, the property's name
 */
public record ReadAttestedDataRequest(
    String type, String id, String policy, String attestationId) {}
