package org.attestry.registry.domain.attestation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Instant;
import java.util.UUID;
import org.attestry.registry.domain.attestation.AttestationTransitions.Move;

/**
 * One attestation of an entity. A property that a policy names and that has none is in state DRAFT.
 *
 * @param osid the record's id
 * @param policy the policy's name
 * @param property the property, when it was raised by property; null when it was raised by policy
 * @param claimId the claim under which it was last raised, null after a withdrawal
 * @param propertiesOSID property name to the osids that are attested, or null for all
 * @param propertyData alias to value, as they were when it was raised; empty in state DRAFT
 * @param additionalInput what the requester added, or null
 * @param attestedData the credential issued on the grant as a JSON string, or null
 * @param credentialId that credential's id, or null
 * @param raisedBy user id, or null
 * @param attempt the request that decided or withdrew it, or null
 */
public record Attestation(
    String osid,
    String policy,
    String property,
    State state,
    String claimId,
    JsonNode propertiesOSID,
    JsonNode propertyData,
    JsonNode additionalInput,
    String attestedData,
    String credentialId,
    Instant createdAt,
    String raisedBy,
    UUID attempt) {

  /** The states of interface 6.2. */
  public enum State {
    DRAFT,
    ATTESTATION_REQUESTED,
    PUBLISHED,
    REJECTED
  }

  public boolean open() {
    return state == State.ATTESTATION_REQUESTED;
  }

  public boolean isOf(String claim) {
    return claim.equals(claimId);
  }

  /** Whether the request decided or withdrew it. */
  public boolean isBy(UUID decidingAttempt) {
    return decidingAttempt.equals(attempt);
  }

  /**
   * @throws org.attestry.contracts.FailureException CONFLICT unless it waits for a decision
   */
  Attestation decided(Move move, UUID by, String credential, String credentialId) {
    return after(move, claimId, propertyData, additionalInput, credential, credentialId, by);
  }

  /**
   * Without claim, values, input and credential: after a withdrawal, a change of a value, or a
   * deletion.
   */
  Attestation ended(Move move, UUID by) {
    return after(move, null, JsonNodeFactory.instance.objectNode(), null, null, null, by);
  }

  private Attestation after(
      Move move,
      String claim,
      JsonNode data,
      JsonNode input,
      String credential,
      String credentialOf,
      UUID by) {
    return new Attestation(
        osid,
        policy,
        property,
        AttestationTransitions.require(state, claimId, move),
        claim,
        propertiesOSID,
        data,
        input,
        credential,
        credentialOf,
        createdAt,
        raisedBy,
        by);
  }
}
