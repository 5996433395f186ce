package org.attestry.registry.attestation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.registry.attestation.Attestation.State;
import org.attestry.registry.document.NestedOsids;
import org.attestry.runtime.json.Json;

/**
 * An attestation of a former system, which has other rules for what is attested.
 *
 * @param property null if it was raised by policy
 * @param claimId null only if it does not wait for a decision
 * @param propertiesOSID property name to the osids that are attested, or null for all
 * @param propertyData alias to value, or null
 * @param additionalInput the additional input of the requester, or null
 * @param attestedData the credential issued on the grant; empty if it was revoked, or null
 * @param grantedAt in milliseconds, or null
 * @param raisedBy user id, or null
 */
public record FormerAttestation(
    String osid,
    String property,
    State state,
    String claimId,
    JsonNode propertiesOSID,
    ObjectNode propertyData,
    JsonNode additionalInput,
    String attestedData,
    Instant createdAt,
    Instant grantedAt,
    String raisedBy) {

  /**
   * Returns the attestation under a policy. One that waits for a decision has the values that the
   * policy attests in the entity now, so that it can be granted.
   */
  public Attestation under(AttestationPolicy policy, ObjectNode body) {
    Map<String, FieldPath> paths = AttestedValues.paths(policy, property);
    return new Attestation(
        osid,
        policy.name(),
        property,
        state,
        state == State.DRAFT ? null : claimId,
        propertiesOSID,
        paths,
        values(new CurrentValues(body).at(paths, propertiesOSID)),
        state == State.DRAFT ? null : additionalInput,
        null,
        state == State.PUBLISHED ? attestedData : null,
        null,
        false,
        createdAt,
        state == State.PUBLISHED ? grantedAt : null,
        state == State.PUBLISHED ? CredentialEnd.of(attestedData) : null,
        raisedBy,
        null,
        List.of(),
        null,
        null);
  }

  /**
   * @param now the values that the policy attests in the entity; null if a selected item is missing
   */
  private ObjectNode values(ObjectNode now) {
    if (state == State.DRAFT) {
      return Json.object();
    }
    boolean current =
        now != null && (propertyData == null || state == State.ATTESTATION_REQUESTED || same(now));
    if (current) {
      return now.deepCopy();
    }
    return propertyData == null ? Json.object() : propertyData;
  }

  /** Whether both have the same values; a list of one item counts as the item. */
  private boolean same(ObjectNode now) {
    return now.size() == propertyData.size()
        && now.properties().stream()
            .allMatch(value -> same(value.getValue(), propertyData.get(value.getKey())));
  }

  private static boolean same(JsonNode one, JsonNode other) {
    return other != null && NestedOsids.sameWithout(single(one), single(other));
  }

  private static JsonNode single(JsonNode value) {
    return value.isArray() && value.size() == 1 ? value.get(0) : value;
  }
}
