package org.attestry.registry.claim;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.attestry.registry.access.View;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.stored.EntityViews;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;

/**
 * The attestations of some entities that one caller could decide, according to the current records
 * of caller and requester.
 *
 * @param decidable entity to its attestations that the caller could decide if they were raised now
 */
public record OpenClaims(PublishedType type, Map<UUID, List<Attestation>> decidable) {

  /** Returns the value for a caller who can decide no claim. */
  public static OpenClaims none(PublishedType type) {
    return new OpenClaims(type, Map.of());
  }

  /** Returns the entity as the caller sees it. */
  public ObjectNode view(StoredEntity entity, View view) {
    return view == View.FULL
        ? EntityViews.full(type, entity)
        : EntityViews.ofAttestor(type, entity, decidable(entity));
  }

  /** Whether the caller sees the values of an attestation, and the credential over them. */
  public boolean showsValues(StoredEntity entity, View view, Attestation attestation) {
    return view == View.FULL
        || EntityViews.showsValues(type, entity, attestation, decidable(entity));
  }

  /**
   * Returns the attestations of an entity that wait for a decision and that the caller could
   * decide.
   */
  List<Attestation> in(StoredEntity entity) {
    return decidable(entity).stream().filter(Attestation::open).toList();
  }

  private List<Attestation> decidable(StoredEntity entity) {
    return decidable.getOrDefault(entity.id(), List.of());
  }
}
