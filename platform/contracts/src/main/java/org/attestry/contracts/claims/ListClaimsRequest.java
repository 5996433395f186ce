package org.attestry.contracts.claims;

import java.time.Instant;

/**
 * The claims of a type that the caller may decide or has raised, or that are about an entity which
 * the caller owns.
 *
 * @param status null for both
 * @param entity the requester's entity type, or null for any
 * @param entityId the requester's entity, or null for any
 * @param attestationName the policy's name, or null for any
 * @param olderThan only those raised before, or null
 * @param page from 0; 0 with a cursor
 * @param size 1 to 1000
 * @param cursor the next cursor of the page before, or null
 */
public record ListClaimsRequest(
    String entityName,
    ClaimStatus status,
    String entity,
    String entityId,
    String attestationName,
    Instant olderThan,
    int page,
    int size,
    String cursor) {

  /** Without filters. */
  public ListClaimsRequest(String entityName, ClaimStatus status, int page, int size) {
    this(entityName, status, null, null, null, null, page, size, null);
  }
}
