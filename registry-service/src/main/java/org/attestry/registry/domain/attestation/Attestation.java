package org.attestry.registry.domain.attestation;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.domain.attestation.AttestationTransitions.Move;
import org.attestry.runtime.json.Json;

/**
 * One attestation of an entity. A property that a policy names and that has none is in state DRAFT.
 *
 * @param osid the record's id
 * @param policy the policy's name
 * @param property the property, when it was raised by property; null when it was raised by policy
 * @param claimId the claim under which it was last raised, null after a withdrawal
 * @param propertiesOSID property name to the osids that are attested, or null for all
 * @param paths alias to where its value stands in the entity, as the policy had it when it was
 *     raised; null where that was not stored
 * @param propertyData alias to value, as they were when it was raised; empty in state DRAFT
 * @param additionalInput what the requester added, or null
 * @param attestedData the credential issued on the grant as a JSON string, or null
 * @param credentialId that credential's id, or null
 * @param credentialDue whether it is granted and that credential is yet to be signed
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
    Map<String, FieldPath> paths,
    JsonNode propertyData,
    JsonNode additionalInput,
    String attestedData,
    String credentialId,
    boolean credentialDue,
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
  Attestation decided(Move move, UUID by, String credential, String credentialId, boolean due) {
    return with(
        AttestationTransitions.require(state, claimId, move),
        claimId,
        propertyData,
        additionalInput,
        credential,
        credentialId,
        due,
        by);
  }

  /** With the credential that was due. */
  Attestation signed(String credential, String credentialId) {
    return with(
        state, claimId, propertyData, additionalInput, credential, credentialId, false, attempt);
  }

  /**
   * Without claim, values, input and credential: after a withdrawal, a change of a value, or a
   * deletion.
   */
  Attestation ended(Move move, UUID by) {
    return with(
        AttestationTransitions.require(state, claimId, move),
        null,
        Json.object(),
        null,
        null,
        null,
        false,
        by);
  }

  private Attestation with(
      State now,
      String claim,
      JsonNode data,
      JsonNode input,
      String credential,
      String credentialOf,
      boolean due,
      UUID by) {
    return new Attestation(
        osid,
        policy,
        property,
        now,
        claim,
        propertiesOSID,
        paths,
        data,
        input,
        credential,
        credentialOf,
        due,
        createdAt,
        raisedBy,
        by);
  }
}
