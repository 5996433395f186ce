package org.attestry.credential.wallet;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.attestry.credential.issue.HolderKey;
import org.attestry.credential.status.StatusPlace;
import org.attestry.credential.stored.CredentialInForce;
import org.attestry.credential.stored.PgCopies;
import org.attestry.credential.token.WalletRefusal;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/** Stores copies of wallets, and what they defer, in PostgreSQL. */
public record PgWallets(Database database) {

  /** Names the configuration once for each copy. */
  private static final String USE_TOKEN =
      """
      UPDATE wallet_token SET used = used || array_fill($2::text, ARRAY[$3])
      WHERE token_hash = $1
        AND (NOT $2 = ANY (used)
          OR thumbprint IS NOT NULL AND cardinality(array_positions(used, $2)) + $3 <= $4)
      """;

  private static final String INSERT =
      """
      INSERT INTO wallet_copy (
        id, credential, offer, configuration, notification, issued_at, status_list, status_index,
        thumbprint)
      SELECT id, $1, $2, $3, $4, $5, status_list, status_index, thumbprint
      FROM unnest($6::uuid[], $7::bigint[], $8::integer[], $9::text[])
        AS copy (id, status_list, status_index, thumbprint)
      WHERE (SELECT count(*) FROM wallet_copy WHERE credential = $1) <= $10
      """;

  /** A repeated request replaces the former transaction. */
  private static final String INSERT_TRANSACTION =
      """
      INSERT INTO wallet_transaction (transaction_hash, offer, configuration, holders)
      VALUES ($1, $2, $3, $4::text::jsonb)
      ON CONFLICT ON CONSTRAINT wallet_transaction_offer
      DO UPDATE SET transaction_hash = excluded.transaction_hash, holders = excluded.holders
      """;

  private static final String TRANSACTION =
      """
      SELECT offer, configuration, holders::text AS holders FROM wallet_transaction
      WHERE transaction_hash = $1 AND offer = $2
      """;

  private static final String OWN_TRANSACTION =
      """
      SELECT asked.offer, asked.configuration, asked.holders::text AS holders
      FROM wallet_transaction asked JOIN wallet_offer offer ON offer.id = asked.offer
      WHERE asked.transaction_hash = $1 AND offer.own AND offer.offered_by = $2
      """;

  private static final String END_TRANSACTION =
      "DELETE FROM wallet_transaction WHERE transaction_hash = $1";

  private static final String KEEP_OWN_EVENT =
      """
      UPDATE wallet_copy SET event = $3
      WHERE notification = $2
        AND offer IN (SELECT id FROM wallet_offer WHERE own AND offered_by = $1)
      """;

  private static final String KEEP_EVENT =
      "UPDATE wallet_copy SET event = $3 WHERE notification = $2 AND offer = $1";

  /**
   * Stores the copies of one request, and for how many of the configuration the token was used, in
   * one transaction. A lock orders it before or after each revocation and suspension of the
   * credential.
   *
   * @return fails with a {@link WalletRefusal}, and nothing is stored, if the credential is revoked
   *     or suspended, the token gives no more copies, the transaction has ended, or the credential
   *     has {@link PgCopies#MOST_OF_CREDENTIAL} copies
   */
  public Future<Void> insert(byte[] tokenHash, Copies copies, Instant now) {
    return database.inTransaction(
        transaction ->
            CredentialInForce.lock(transaction, copies.credential(), now)
                .compose(inForce -> require(inForce))
                .compose(
                    locked ->
                        transaction
                            .preparedQuery(USE_TOKEN)
                            .execute(
                                Tuple.of(
                                    Buffer.buffer(tokenHash),
                                    copies.configuration(),
                                    copies.copies().size(),
                                    CopiesRequest.MOST_COPIES)))
                .compose(used -> require(used.rowCount() == 1))
                .compose(used -> endTransaction(transaction, copies.transaction()))
                .compose(ended -> transaction.preparedQuery(INSERT).execute(values(copies, now)))
                .compose(inserted -> requireStored(inserted.rowCount())));
  }

  private static Future<Void> require(boolean met) {
    return met ? Future.succeededFuture() : Future.failedFuture(CopyIssuance.ended());
  }

  private static Future<Void> requireStored(int rows) {
    return rows > 0
        ? Future.succeededFuture()
        : Future.failedFuture(
            CopyIssuance.denied(
                "There are %d copies of this credential, the most that wallets may have."
                    .formatted(PgCopies.MOST_OF_CREDENTIAL)));
  }

  private static Future<Void> endTransaction(SqlConnection transaction, byte[] hash) {
    return hash == null
        ? Future.succeededFuture()
        : transaction
            .preparedQuery(END_TRANSACTION)
            .execute(Tuple.of(Buffer.buffer(hash)))
            .compose(deleted -> require(deleted.rowCount() == 1));
  }

  private static Tuple values(Copies all, Instant now) {
    return Tuple.tuple()
        .addUUID(all.credential())
        .addUUID(all.offer())
        .addString(all.configuration())
        .addUUID(all.notification())
        .addOffsetDateTime(Rows.utc(now))
        .addArrayOfUUID(column(all, Copies.Copy::id, UUID[]::new))
        .addArrayOfLong(column(all, copy -> copy.status().list(), Long[]::new))
        .addArrayOfInteger(column(all, copy -> copy.status().index(), Integer[]::new))
        .addArrayOfString(column(all, Copies.Copy::thumbprint, String[]::new))
        .addInteger(PgCopies.MOST_OF_CREDENTIAL - all.copies().size());
  }

  private static <V> V[] column(Copies all, Function<Copies.Copy, V> of, IntFunction<V[]> array) {
    return all.copies().stream().map(of).toArray(array);
  }

  /** Stores a transaction, in place of a former one of the same offer and configuration. */
  public Future<Void> insert(byte[] hash, Transaction transaction) {
    return database
        .writes(INSERT_TRANSACTION)
        .execute(
            Tuple.of(
                Buffer.buffer(hash),
                transaction.offer(),
                transaction.configuration(),
                Json.write(transaction.holders()).text()))
        .mapEmpty();
  }

  /** Returns the transaction of an offer; empty if it has ended. */
  public Future<Optional<Transaction>> findTransaction(byte[] hash, UUID offer) {
    return database
        .shortReads(TRANSACTION)
        .execute(Tuple.of(Buffer.buffer(hash), offer))
        .map(rows -> Rows.first(rows, PgWallets::transaction));
  }

  /** Returns a transaction of a user's own token; empty if it has ended. */
  Future<Optional<Transaction>> findOwnTransaction(byte[] hash, String userId) {
    return database
        .shortReads(OWN_TRANSACTION)
        .execute(Tuple.of(Buffer.buffer(hash), userId))
        .map(rows -> Rows.first(rows, PgWallets::transaction));
  }

  private static Transaction transaction(Row row) {
    List<HolderKey> holders = new ArrayList<>();
    for (JsonNode holder : Json.read(row.getString("holders"))) {
      holders.add(holder.isNull() ? null : Json.convert(holder, HolderKey.class));
    }
    return new Transaction(row.getUUID("offer"), row.getString("configuration"), holders);
  }

  /**
   * Stores a wallet's notification.
   *
   * @return false if the offer issued nothing under the notification's id
   */
  public Future<Boolean> keepEvent(UUID offer, UUID notification, String event) {
    return database
        .writes(KEEP_EVENT)
        .execute(Tuple.of(offer, notification, event))
        .map(updated -> updated.rowCount() > 0);
  }

  /** Stores a notification about copies of a user's own token, in the same way. */
  Future<Boolean> keepOwnEvent(String userId, UUID notification, String event) {
    return database
        .writes(KEEP_OWN_EVENT)
        .execute(Tuple.of(userId, notification, event))
        .map(updated -> updated.rowCount() > 0);
  }

  /**
   * The copies of a deferred request.
   *
   * @param holders the keys; null for a copy that is bound to no key
   */
  public record Transaction(UUID offer, String configuration, List<HolderKey> holders) {

    public Transaction {
      holders = Collections.unmodifiableList(new ArrayList<>(holders));
    }
  }

  /**
   * The copies of one request.
   *
   * @param credential the row of the copied credential
   * @param notification the id for later notifications of the wallet
   * @param transaction the hash of the id of the transaction that ends with them; or null
   */
  public record Copies(
      UUID offer,
      UUID credential,
      String configuration,
      UUID notification,
      byte[] transaction,
      List<Copy> copies) {

    public Copies {
      copies = List.copyOf(copies);
    }

    /**
     * @param thumbprint of the holder's key, or null
     */
    public record Copy(UUID id, StatusPlace status, String thumbprint) {}
  }
}
