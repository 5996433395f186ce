package org.attestry.registry.domain;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.registry.domain.attestation.Attestation;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.runtime.condition.AttestorValues;
import org.attestry.runtime.condition.Found;

/**
 * The attestations that wait for a decision which one caller could take, by the records as they are
 * now.
 *
 * @param attestors attestor type to what conditions read of the caller; empty for a caller whose
 *     view does not depend on it
 */
record OpenClaims(PublishedType type, Map<String, AttestorValues> attestors) {

  /** Those of an entity. */
  List<Attestation> in(StoredEntity entity) {
    if (attestors.isEmpty() || entity.attestations().stream().noneMatch(Attestation::open)) {
      return List.of();
    }
    JsonNode seen = EntityViews.full(type, entity);
    return entity.attestations().stream()
        .filter(Attestation::open)
        .filter(attestation -> mayDecide(attestation, seen))
        .toList();
  }

  private boolean mayDecide(Attestation attestation, JsonNode entity) {
    return type.policy(attestation.policy())
        .filter(policy -> attestors.containsKey(policy.attestorEntity()))
        .filter(policy -> mayDecide(policy, attestation, entity))
        .isPresent();
  }

  private boolean mayDecide(AttestationPolicy policy, Attestation attestation, JsonNode entity) {
    JsonNode aliases = attestation.propertyData();
    return attestors
        .get(policy.attestorEntity())
        .satisfy(
            policy.condition(),
            path -> Found.in(aliases.has(path.property()) ? aliases : entity, path));
  }

  /** Whether a claim holds all that stands at a path, so that whoever decides it sees it there. */
  boolean shows(Attestation claim, FieldPath path) {
    boolean some = claim.propertiesOSID() != null && !claim.propertiesOSID().isEmpty();
    return !some
        && type.policy(claim.policy()).stream()
            .flatMap(policy -> policy.attestationProperties().values().stream())
            .filter(attested -> isOf(claim, attested))
            .anyMatch(attested -> attested.covers(path));
  }

  private static boolean isOf(Attestation claim, FieldPath attested) {
    return claim.property() == null || claim.property().equals(attested.property());
  }
}
