package org.attestry.registry.claim;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.registry.AttestationOperations.OwnCredential;
import org.attestry.contracts.registry.AttestationOperations.OwnCredentials;
import org.attestry.registry.sql.CredentialSql;
import org.attestry.registry.stored.EntitySql;
import org.attestry.registry.stored.PgSearchQueue;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.postgres.Rows;

/** Finds the credentials of the records that a user owns, without the content of the records. */
public record PgOwnCredentials(PgSearchQueue connections) {

  private static final String OF_CONTENT =
      """
      SELECT id, owners, NULL::text AS attestation FROM {entity}
      WHERE owners @> ARRAY[$1::text] AND deleted_at IS NULL AND %s LIMIT %d
      """
          .formatted(CredentialSql.OF_CONTENT, OwnCredentials.MOST);

  private static final String OF_ATTESTATIONS =
      """
      SELECT id, owners, coalesce(held ->> 'property', held ->> 'osid') AS attestation
      FROM {entity} CROSS JOIN LATERAL %s AS held
      WHERE owners @> ARRAY[$1::text] AND deleted_at IS NULL LIMIT %d
      """
          .formatted(CredentialSql.attestations("$2::text"), OwnCredentials.MOST);

  /**
   * Finds credentials that are valid or suspended, or are yet to be signed.
   *
   * @param policy null for the credentials of the records themselves
   * @return up to {@link OwnCredentials#MOST} credentials
   */
  Future<List<OwnCredential>> of(
      String userId, PublishedType type, String policy, Deadline deadline) {
    return connections
        .execute(
            deadline,
            EntitySql.named(policy == null ? OF_CONTENT : OF_ATTESTATIONS, type),
            policy == null ? Tuple.of(userId) : Tuple.of(userId, policy))
        .map(rows -> Rows.list(rows, PgOwnCredentials::credential));
  }

  private static OwnCredential credential(Row row) {
    return new OwnCredential(
        row.getUUID("id").toString(),
        row.getString("attestation"),
        List.of(row.getArrayOfStrings("owners")));
  }
}
