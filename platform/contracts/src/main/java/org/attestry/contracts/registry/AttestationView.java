package org.attestry.contracts.registry;

import java.util.List;
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
 * @param selfAttestation whether who raised it, or owns the entity, may decide it
 * @param propertyData alias to attested value, for the condition and for those who see the claim
 * @param requester the requester's entity in full view, for the condition
 * @param additionalInput what the requester added, or null
 * @param raisedBy user id of who raised it, or null
 * @param owners the entity's owners
 * @param version of the entity that this is read from
 * @param revision of the entity's type that the policy is read from
 */
public record AttestationView(
    boolean open,
    String attestationId,
    String attestationName,
    String attestorEntity,
    Condition condition,
    boolean selfAttestation,
    JsonBytes propertyData,
    JsonBytes requester,
    JsonBytes additionalInput,
    String raisedBy,
    List<String> owners,
    long version,
    long revision) {

  /** What is said of an attestation that does not wait for a decision on the claim. */
  public static final AttestationView NOT_OPEN =
      new AttestationView(
          false, null, null, null, null, false, null, null, null, null, List.of(), 0, 0);

  public AttestationView {
    owners = List.copyOf(owners);
  }
}
