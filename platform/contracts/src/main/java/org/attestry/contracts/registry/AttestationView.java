package org.attestry.contracts.registry;

import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.schema.Condition;

/**
 * An attestation as it stands in its entity.
 *
 * @param open whether it still waits for a decision on this claim
 * @param attestationId the attestation record's osid
 * @param attestationName the policy's name
 * @param attestorEntity the type whose members may decide
 * @param condition what must hold between attestor and requester
 * @param propertyData alias to attested value, for the condition
 * @param shown the same without what even attestors may not see, internal fields
 * @param requester the requester's entity in full view, for the condition
 * @param additionalInput what the requester added, or null
 * @param raisedBy user id of who raised it, or null
 */
public record AttestationView(
    boolean open,
    String attestationId,
    String attestationName,
    String attestorEntity,
    Condition condition,
    JsonBytes propertyData,
    JsonBytes shown,
    JsonBytes requester,
    JsonBytes additionalInput,
    String raisedBy) {}
