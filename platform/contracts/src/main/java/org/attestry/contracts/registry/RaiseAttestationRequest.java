package org.attestry.contracts.registry;

import org.attestry.contracts.JsonBytes;

/**
 * The body of {@code POST /api/v1/send} (interface 6.1).
 *
 * @param name the policy's name
 * @param propertiesOSID property name to an array of the osids to attest, or null for all
 * @param additionalInput input that the policy requires of the requester, or null
 */
public record RaiseAttestationRequest(
    String entityName,
    String entityId,
    String name,
    JsonBytes propertiesOSID,
    JsonBytes additionalInput) {}
