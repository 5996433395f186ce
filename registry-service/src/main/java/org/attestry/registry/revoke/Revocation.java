package org.attestry.registry.revoke;

import java.time.Instant;
import java.util.UUID;
import org.attestry.contracts.registry.BulkOperations.RevocationView;

/**
 * A revocation of the credentials of all entities that a filter has found.
 *
 * @param startedBy user id, or null
 * @param policy whose attestations' credentials are meant; null for those of the entities
 * @param begun whether it revokes; it was only prepared otherwise
 * @param count how many credentials it is about
 * @param revoked how many of them are revoked
 * @param changed how many of them were left out, because their entity has changed since it was
 *     found
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

  /** What the credentials are of, as clients write it. */
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
