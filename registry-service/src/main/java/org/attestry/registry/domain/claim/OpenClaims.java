package org.attestry.registry.domain.claim;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.attestry.condition.AttestorValues;
import org.attestry.contracts.Caller;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.registry.domain.access.View;
import org.attestry.registry.domain.attestation.Attestation;
import org.attestry.registry.domain.attestation.AttestedValues;
import org.attestry.registry.domain.stored.EntityViews;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.registry.domain.types.PublishedType;

/**
 * The attestations that one caller could decide, according to the current records of caller and
 * requester.
 *
 * @param attestors attestor role to the values of the caller that conditions read; empty for a
 *     caller whose view does not depend on claims
 */
public record OpenClaims(PublishedType type, Caller caller, Map<String, AttestorValues> attestors) {

  /** Returns the value for a caller who can decide no claim. */
  public static OpenClaims none(PublishedType type) {
    return new OpenClaims(type, Caller.NOBODY, Map.of());
  }

  /** Returns the entity as the caller sees it. */
  public ObjectNode view(StoredEntity entity, View view) {
    return view == View.FULL
        ? EntityViews.full(type, entity)
        : EntityViews.ofAttestor(type, entity, decidable(entity).toList());
  }

  /**
   * Returns the attestations of an entity that wait for a decision and that the caller could
   * decide.
   */
  List<Attestation> in(StoredEntity entity) {
    return decidable(entity).filter(Attestation::open).toList();
  }

  /** Returns the attestations of an entity that the caller could decide if they were raised now. */
  Stream<Attestation> decidable(StoredEntity entity) {
    if (attestors.isEmpty() || entity.attestations().isEmpty()) {
      return Stream.empty();
    }
    JsonNode full = EntityViews.full(type, entity);
    return entity.attestations().stream()
        .filter(attestation -> mayDecide(attestation, entity, full));
  }

  private boolean mayDecide(Attestation attestation, StoredEntity entity, JsonNode full) {
    return type.policy(attestation.policy())
        .filter(policy -> attestors.containsKey(policy.attestorEntity()))
        .filter(policy -> Attestors.mayDecide(policy, entity, attestation, caller))
        .filter(policy -> satisfied(policy, attestation, entity, full))
        .isPresent();
  }

  /**
   * Evaluates the policy's condition as a decision does: with the attested values of an open
   * attestation, otherwise with the values that would be attested if it were raised now.
   */
  private boolean satisfied(
      AttestationPolicy policy, Attestation attestation, StoredEntity entity, JsonNode full) {
    JsonNode aliases =
        attestation.open()
            ? attestation.propertyData()
            : AttestedValues.ifRaisedNow(attestation, policy, entity.body());
    AttestorValues values = attestors.get(policy.attestorEntity());
    return aliases != null && Attestors.satisfies(values, policy, aliases, full);
  }
}
