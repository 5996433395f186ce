package org.attestry.registry.stored;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.idempotency.RequestTable;

/**
 * Writes the steps of a transaction. They are written after the entity, so that locks on their rows
 * are held briefly.
 */
public final class PgTransactionalStep {

  private static final String PROVIDED =
      """
      WITH provided AS (
        DELETE FROM owner_provision WHERE entity_id = $1 AND NOT undoing RETURNING entity_id
      ), links AS (
        INSERT INTO owner_link (entity_id, user_id, type, due)
        SELECT $1, linked, $2, now() + interval '30 seconds' FROM unnest($3::text[]) AS linked
      ), requests AS (
        INSERT INTO owner_request (entity_id, user_id, due)
        SELECT $1, requested, now() + interval '30 seconds'
        FROM unnest($4::text[]) AS requested
      )
      SELECT entity_id FROM provided
      """;

  private static final String ACCOUNT_CHANGED =
      "DELETE FROM owner_change WHERE change = $1 AND NOT undoing RETURNING change";

  private static final String GIVEN =
      """
      INSERT INTO owner_link (entity_id, user_id, type, due)
      SELECT $1, owner, $2, now() + interval '30 seconds' FROM unnest($3::text[]) AS owner
      ON CONFLICT (entity_id, user_id) DO UPDATE SET due = excluded.due
      RETURNING entity_id
      """;

  private static final String RELEASED =
      """
      INSERT INTO owner_release (entity_id, user_id, type, due)
      SELECT $1, owner, $2, now() FROM unnest($3::text[]) AS owner
      ON CONFLICT (entity_id, user_id) DO UPDATE SET due = excluded.due
      RETURNING entity_id
      """;

  /** Sets an entity done, in the transaction that revokes its credentials. */
  private static final String CREDENTIALS_REVOKED =
      """
      UPDATE credential_revocation_entity SET done = true
      WHERE revocation = $1 AND entity_id = $2 AND NOT done
      RETURNING entity_id
      """;

  private PgTransactionalStep() {}

  /**
   * Writes the steps. Fails, so that the transaction is rolled back, if it is too late for a step.
   */
  public static Future<Void> write(SqlConnection transaction, List<TransactionalStep> steps) {
    return AsyncLoop.each(steps, step -> write(transaction, step));
  }

  private static Future<Void> write(SqlConnection transaction, TransactionalStep step) {
    return switch (step) {
      case TransactionalStep.ReplyStored(var attempt, var reply) ->
          changed(transaction, RequestTable.STORE_REPLY, Tuple.of(attempt, reply.text()));
      case TransactionalStep.OwnersProvided(
              var entity,
              var type,
              var linked,
              var withoutPassword) ->
          changed(
              transaction,
              PROVIDED,
              Tuple.of(entity, type)
                  .addArrayOfString(linked.toArray(String[]::new))
                  .addArrayOfString(withoutPassword.toArray(String[]::new)));
      case TransactionalStep.AccountChanged(var change) ->
          changed(transaction, ACCOUNT_CHANGED, Tuple.of(change));
      case TransactionalStep.OwnersGiven(var entity, var type, var owners) ->
          changed(
              transaction,
              GIVEN,
              Tuple.of(entity, type).addArrayOfString(owners.toArray(String[]::new)));
      case TransactionalStep.OwnersReleased(var entity, var type, var owners) ->
          changed(
              transaction,
              RELEASED,
              Tuple.of(entity, type).addArrayOfString(owners.toArray(String[]::new)));
      case TransactionalStep.CredentialsRevoked(var revocation, var entity) ->
          changed(transaction, CREDENTIALS_REVOKED, Tuple.of(revocation, entity));
    };
  }

  private static Future<Void> changed(SqlConnection transaction, String sql, Tuple parameters) {
    return transaction
        .preparedQuery(sql)
        .execute(parameters)
        .compose(
            done ->
                done.size() > 0
                    ? Future.succeededFuture()
                    : Future.failedFuture(tooLate().exception()));
  }

  private static Failure tooLate() {
    return Failure.of(
        FailureKind.UNAVAILABLE,
        "registry.request.too-late",
        "The request took too long and was given up; send it again.");
  }
}
