package org.attestry.registry.revoke;

import java.time.Instant;
import java.util.UUID;
import org.attestry.contracts.registry.BulkOperations.RevocationView;

/**
 * A revocation of the credentials of all entities that a filter has found.
 *
 * @param startedBy user id, or null
 * @param policy of the attestations with these credentials; null for the credentials of the
 *     entities
 * @param begun whether it has begun to revoke; false if it was only prepared
 * @param count the number of credentials
 * @param revoked the number of revoked credentials
 * @param changed the number of credentials that were skipped, because their entity has changed
 *     since it was found
 */
public record Revocation(
    UUID id,
    String type,
    String startedBy,
    String policy,
    boolean begun,
    long count,
    long revoked,
    long changed,
    Instant startedAt,
    Instant updatedAt) {

  /** The value of clients for the credentials of entities. */
  static final String ENTITY = "entity";

  static final String ATTESTATION = "attestation";

  /** An entity whose credentials are to be revoked, and the version that was found. */
  public record FoundEntity(UUID entity, long version) {}

  RevocationView view() {
    String state = !begun ? "PREPARED" : revoked + changed < count ? "OPEN" : "COMPLETED";
    return new RevocationView(
        id.toString(),
        state,
        policy == null ? ENTITY : ATTESTATION,
        policy,
        count,
        revoked,
        changed,
        startedAt,
        updatedAt);
  }
}
