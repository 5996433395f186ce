package org.attestry.credential.stored;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.attestry.credential.status.StatusPlace;
import org.attestry.credential.status.SuspensionSql;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.outbox.Inbox;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/** Copies of credentials in PostgreSQL, those in wallets and those for a key of the owner. */
public record PgCopies(Database database) {

  /** The most copies of a credential, all of which a revocation or suspension changes at once. */
  public static final int MOST_OF_CREDENTIAL = 1_000;

  private static final String OF_KEY =
      """
      SELECT status_list, status_index FROM wallet_copy
      WHERE credential = $1 AND thumbprint = $2 AND offer IS NULL
      """;

  private static final String INSERT_OF_KEY =
      """
      INSERT INTO wallet_copy (id, credential, thumbprint, status_list, status_index, issued_at)
      SELECT $1, $2, $3, $4, $5, $6
      WHERE (SELECT count(*) FROM wallet_copy WHERE credential = $2) < %d
      ON CONFLICT (credential, thumbprint) WHERE offer IS NULL
      DO UPDATE SET thumbprint = excluded.thumbprint
      RETURNING status_list, status_index
      """
          .formatted(MOST_OF_CREDENTIAL);

  private static final String END =
      """
      WITH ended AS (
        DELETE FROM wallet_copy
        WHERE credential IN (
          SELECT id FROM issued_credential WHERE entity_id = $1 AND revoked_at IS NULL)
        RETURNING status_list, status_index
      ), tokens AS (
        DELETE FROM wallet_token
        WHERE offer IN (SELECT id FROM wallet_offer WHERE entity_id = $1)
      ), renewals AS (
        DELETE FROM wallet_refresh
        WHERE offer IN (SELECT id FROM wallet_offer WHERE entity_id = $1)
      )
      {set bits}
      """
          .replace("{set bits}", SuspensionSql.setBits("revocation", "ended"));

  /** Returns the status entry of the copy for a key, if there is one. */
  public Future<Optional<StatusPlace>> ofKey(StoredCredential credential, String thumbprint) {
    return database
        .shortReads(OF_KEY)
        .execute(Tuple.of(credential.id(), thumbprint))
        .map(rows -> Rows.first(rows, row -> place(credential, row)));
  }

  /**
   * Stores the copy for a key, unless there is one.
   *
   * @param thumbprint of the key (RFC 7638)
   * @return the status entry of the stored copy; empty if the credential is not in force, or has
   *     {@link #MOST_OF_CREDENTIAL} copies
   */
  public Future<Optional<StatusPlace>> insertOfKey(
      StoredCredential credential, String thumbprint, StatusPlace place, Instant now) {
    Tuple values =
        Tuple.of(
            Ids.next(), credential.id(), thumbprint, place.list(), place.index(), Rows.utc(now));
    return database.inTransaction(
        transaction ->
            CredentialInForce.lock(transaction, credential.id(), now)
                .compose(
                    inForce ->
                        inForce
                            ? transaction
                                .preparedQuery(INSERT_OF_KEY)
                                .execute(values)
                                .map(rows -> Rows.first(rows, row -> place(credential, row)))
                            : Future.succeededFuture(Optional.empty())));
  }

  private static StatusPlace place(StoredCredential credential, Row row) {
    return new StatusPlace(
        credential.issuer(), row.getLong("status_list"), row.getInteger("status_index"));
  }

  /**
   * Revokes all copies of an entity's credentials and ends the tokens of wallets for it, once per
   * event. The credentials stay.
   */
  public Future<Void> end(UUID factId, String entityId) {
    return database.inTransaction(
        transaction ->
            Inbox.take(transaction, factId)
                .compose(
                    isNew ->
                        isNew
                            ? transaction
                                .preparedQuery(PgCredentialStore.LOCK_UNREVOKED)
                                .execute(Tuple.of(entityId).addString(null))
                                .compose(
                                    locked ->
                                        transaction.preparedQuery(END).execute(Tuple.of(entityId)))
                                .mapEmpty()
                            : Future.succeededFuture()));
  }
}
