package org.attestry.registry.attestation;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The part of an entity that a request wants attested.
 *
 * @param propertiesOSID property name to osids, or null for all
 * @param additionalInput the additional input of the requester, or null
 */
public record AttestationInput(JsonNode propertiesOSID, JsonNode additionalInput) {}
