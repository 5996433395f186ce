package org.attestry.registry.claim;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.registry.AttestationOperations.FindRaisedClaimsRequest;
import org.attestry.contracts.registry.RegistryFacts.AttestationRaised;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/**
 * Finds open claims in the table {@code open_claim}, which a trigger keeps in the transactions that
 * raise and end attestations.
 */
public record PgRaisedClaims(Database database) {

  private static final String CLAIM =
      """
      SELECT o.claim_id, t.name, o.entity_id
      FROM open_claim o JOIN entity_type t ON t.number = o.type
      WHERE o.claim_id = $1
      """;

  private static final String OF_ENTITY =
      """
      SELECT o.claim_id, t.name, o.entity_id
      FROM open_claim o JOIN entity_type t ON t.number = o.type
      WHERE o.entity_id = $1
      ORDER BY o.claim_id DESC
      LIMIT %d
      """
          .formatted(FindRaisedClaimsRequest.MOST);

  /** Returns the claim with this id; empty if no attestation waits for a decision on it. */
  public Future<List<AttestationRaised>> claim(UUID claimId) {
    return found(CLAIM, claimId);
  }

  /** Returns up to {@link FindRaisedClaimsRequest#MOST} claims of an entity, newest first. */
  public Future<List<AttestationRaised>> ofEntity(UUID osid) {
    return found(OF_ENTITY, osid);
  }

  private Future<List<AttestationRaised>> found(String sql, UUID id) {
    return database
        .shortReads(sql)
        .execute(Tuple.of(id))
        .map(rows -> Rows.list(rows, PgRaisedClaims::raised));
  }

  private static AttestationRaised raised(Row row) {
    return new AttestationRaised(
        row.getUUID("claim_id").toString(),
        row.getString("name"),
        row.getUUID("entity_id").toString());
  }
}
