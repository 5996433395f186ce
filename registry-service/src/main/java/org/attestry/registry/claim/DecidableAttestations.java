package org.attestry.registry.claim;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.attestry.condition.AttestorValues;
import org.attestry.contracts.Caller;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.attestation.AttestedValues;
import org.attestry.registry.attestation.CurrentValues;
import org.attestry.registry.stored.EntityViews;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.fair.Budget;

/**
 * The rule for which attestations one caller could decide.
 *
 * @param attestors attestor role to the values of the caller that conditions read
 * @param budget is spent in proportion to the values that are compared
 */
record DecidableAttestations(
    PublishedType type, Caller caller, Map<String, AttestorValues> attestors, Budget budget) {

  /** Returns the attestations of an entity that the caller could decide if they were raised now. */
  List<Attestation> in(StoredEntity entity) {
    budget.spend();
    if (attestors.isEmpty() || entity.attestations().isEmpty()) {
      return List.of();
    }
    JsonNode full = EntityViews.full(type, entity);
    CurrentValues now = new CurrentValues(entity.body());
    return entity.attestations().stream()
        .filter(attestation -> mayDecide(attestation, entity, full, now))
        .toList();
  }

  private boolean mayDecide(
      Attestation attestation, StoredEntity entity, JsonNode full, CurrentValues now) {
    return type.policy(attestation.policy())
        .filter(policy -> attestors.containsKey(policy.attestorEntity()))
        .filter(policy -> Attestors.mayDecide(policy, entity, attestation, caller))
        .filter(policy -> satisfied(policy, attestation, full, now))
        .isPresent();
  }

  /**
   * Evaluates the policy's condition as a decision does: with the attested values of an open
   * attestation, otherwise with the values that would be attested if it were raised now.
   */
  private boolean satisfied(
      AttestationPolicy policy, Attestation attestation, JsonNode full, CurrentValues now) {
    JsonNode aliases =
        attestation.open()
            ? attestation.propertyData()
            : AttestedValues.ifRaisedNow(attestation, policy, now);
    AttestorValues values = attestors.get(policy.attestorEntity());
    return aliases != null && Attestors.satisfies(values, policy, aliases, full, budget);
  }
}
