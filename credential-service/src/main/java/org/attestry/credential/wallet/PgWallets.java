package org.attestry.credential.wallet;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.attestry.credential.issue.HolderKey;
import org.attestry.credential.offer.Offer;
import org.attestry.credential.offer.PgOffers;
import org.attestry.credential.status.StatusPlace;
import org.attestry.credential.stored.PgCredentialStore;
import org.attestry.credential.stored.StoredCredential;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/** Stores access tokens, used nonces and copies of wallets in PostgreSQL. */
public record PgWallets(Database database) {

  /** How long an ended offer can still be read. */
  private static final Duration OFFERS_KEPT = Duration.ofDays(7);

  private static final String ACCEPT =
      """
      WITH accepted AS (
        UPDATE wallet_offer SET accepted_at = $2
        WHERE id = $1 AND accepted_at IS NULL AND withdrawn_at IS NULL AND expires_at > $2
        RETURNING id
      )
      INSERT INTO wallet_token (token_hash, offer, thumbprint, expires_at)
      SELECT $3, id, $4, $5 FROM accepted
      """;

  /**
   * Each new token clears the credential, because the record may have changed. A token that is sent
   * again keeps its used configurations.
   */
  private static final String OPEN_OWN =
      """
      WITH own AS (
        INSERT INTO wallet_offer (
          id, code_hash, entity_type, entity_id, attestation_name, attestation_id, issuer,
          owners_hash, offered_by, configurations, created_at, accepted_at, expires_at, own)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, true)
        ON CONFLICT (
          offered_by, entity_id, (coalesce(attestation_name, '')), (coalesce(attestation_id, '')))
        WHERE own
        DO UPDATE SET credential = NULL, issuer = excluded.issuer,
          owners_hash = excluded.owners_hash, configurations = excluded.configurations,
          expires_at = excluded.expires_at
        RETURNING id
      )
      INSERT INTO wallet_token (token_hash, offer, thumbprint, expires_at)
      SELECT $13, id, $14, $12 FROM own
      ON CONFLICT DO NOTHING
      """;

  private static final String TOKEN =
      """
      SELECT offer, thumbprint, used FROM wallet_token WHERE token_hash = $1 AND expires_at > $2
      """;

  /** Rows are inserted in one order, so that two statements cannot deadlock. */
  private static final String USE =
      """
      INSERT INTO wallet_used (hash, expires_at)
      SELECT hash, $2 FROM unnest($1::bytea[]) AS used (hash) ORDER BY hash
      ON CONFLICT DO NOTHING
      """;

  /** The most copies of a credential, all of which a revocation or suspension changes at once. */
  private static final int MOST_COPIES = 1_000;

  /**
   * Waits for a revocation or suspension that locks the row, and then reads its result. Copies of
   * one credential are counted and stored one request after the other.
   */
  private static final String LOCK =
      """
      SELECT issued.id, pg_advisory_xact_lock(hashtextextended('copies:' || issued.id::text, 0))
      FROM issued_credential issued WHERE issued.id = $1 AND {in force} FOR SHARE
      """
          .replace("{in force}", PgOffers.inForce("$2"));

  private static final String USE_TOKEN =
      """
      UPDATE wallet_token SET used = array_append(used, $2)
      WHERE token_hash = $1 AND NOT $2 = ANY (used)
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

  private static final List<String> DELETE =
      List.of(
          "DELETE FROM wallet_used WHERE expires_at < $1",
          "DELETE FROM wallet_token WHERE expires_at < $1");

  private static final String DELETE_OFFERS = "DELETE FROM wallet_offer WHERE expires_at < $1";

  /**
   * Marks an open offer as accepted and stores its access token.
   *
   * @return false if the offer is not open any more
   */
  public Future<Boolean> accept(UUID offer, Token token, Instant now) {
    Tuple values =
        Tuple.tuple()
            .addUUID(offer)
            .addOffsetDateTime(Rows.utc(now))
            .addBuffer(Buffer.buffer(token.hash()))
            .addString(token.thumbprint())
            .addOffsetDateTime(Rows.utc(token.expiresAt()));
    return database.writes(ACCEPT).execute(values).map(inserted -> inserted.rowCount() == 1);
  }

  /** Stores the grant of a token of the identity provider, unless it is stored already. */
  public Future<Void> openOwn(Offer offer, Token token) {
    Tuple values =
        Tuple.tuple()
            .addUUID(offer.id())
            .addBuffer(Buffer.buffer(offer.codeHash()))
            .addString(offer.entityType())
            .addString(offer.entityId())
            .addString(offer.policy())
            .addString(offer.attestationId())
            .addString(offer.issuer())
            .addString(offer.ownersHash())
            .addString(offer.offeredBy())
            .addArrayOfString(offer.configurations().toArray(String[]::new))
            .addOffsetDateTime(Rows.utc(offer.createdAt()))
            .addOffsetDateTime(Rows.utc(offer.expiresAt()))
            .addBuffer(Buffer.buffer(token.hash()))
            .addString(token.thumbprint());
    return database.writes(OPEN_OWN).execute(values).mapEmpty();
  }

  /** Returns the grant of an access token; empty for an unknown or expired token. */
  public Future<Optional<Grant>> findGrant(byte[] tokenHash, Instant now) {
    return database
        .shortReads(TOKEN)
        .execute(Tuple.of(Buffer.buffer(tokenHash), Rows.utc(now)))
        .map(
            rows ->
                Rows.first(
                    rows,
                    row ->
                        new Held(
                            row.getUUID("offer"),
                            row.getString("thumbprint"),
                            Set.of(row.getArrayOfStrings("used")))))
        .compose(
            held ->
                held.isEmpty() ? Future.succeededFuture(Optional.empty()) : grant(held.get(), now));
  }

  /** A token, before its offer is read. */
  private record Held(UUID offer, String thumbprint, Set<String> used) {}

  private Future<Optional<Grant>> grant(Held held, Instant now) {
    return new PgOffers(database)
        .find(held.offer(), now)
        .compose(
            found ->
                found.isEmpty()
                    ? Future.succeededFuture(Optional.empty())
                    : credential(held, found.get()));
  }

  private Future<Optional<Grant>> credential(Held held, Offer offer) {
    if (offer.isDue()) {
      return Future.succeededFuture(
          Optional.of(new Grant(offer, null, held.thumbprint(), held.used())));
    }
    return database
        .shortReads(PgCredentialStore.READ)
        .execute(Tuple.of(offer.credential()))
        .map(
            rows ->
                Rows.first(rows, PgCredentialStore::stored)
                    .map(stored -> new Grant(offer, stored, held.thumbprint(), held.used())));
  }

  /**
   * Marks nonces and ids of proofs as used.
   *
   * @param until the time after which none of them is accepted
   * @return false if one was used before
   */
  public Future<Boolean> use(List<byte[]> hashes, Instant until) {
    Buffer[] all = hashes.stream().map(Buffer::buffer).toArray(Buffer[]::new);
    return database
        .writes(USE)
        .execute(Tuple.tuple().addArrayOfBuffer(all).addOffsetDateTime(Rows.utc(until)))
        .map(inserted -> inserted.rowCount() == all.length);
  }

  /**
   * Stores the copies of one request, and that the token was used for the configuration, in one
   * transaction. A lock orders it before or after each revocation and suspension of the credential.
   *
   * @return fails with a {@link WalletRefusal}, and nothing is stored, if the credential is revoked
   *     or suspended, the token was used for the configuration before, the transaction has ended,
   *     or the credential has {@link #MOST_COPIES} copies
   */
  public Future<Void> insert(byte[] tokenHash, Copies copies, Instant now) {
    return database.inTransaction(
        transaction ->
            transaction
                .preparedQuery(LOCK)
                .execute(Tuple.of(copies.credential(), Rows.utc(now)))
                .compose(locked -> requireOne(locked.size()))
                .compose(
                    locked ->
                        transaction
                            .preparedQuery(USE_TOKEN)
                            .execute(Tuple.of(Buffer.buffer(tokenHash), copies.configuration())))
                .compose(used -> requireOne(used.rowCount()))
                .compose(used -> endTransaction(transaction, copies.transaction()))
                .compose(ended -> transaction.preparedQuery(INSERT).execute(values(copies, now)))
                .compose(inserted -> requireStored(inserted.rowCount())));
  }

  private static Future<Void> requireOne(int rows) {
    return rows == 1 ? Future.succeededFuture() : Future.failedFuture(CopyIssuance.ended());
  }

  private static Future<Void> requireStored(int rows) {
    return rows > 0
        ? Future.succeededFuture()
        : Future.failedFuture(
            CopyIssuance.denied(
                "There are %d copies of this credential, the most that wallets may have."
                    .formatted(MOST_COPIES)));
  }

  private static Future<Void> endTransaction(SqlConnection transaction, byte[] hash) {
    return hash == null
        ? Future.succeededFuture()
        : transaction
            .preparedQuery(END_TRANSACTION)
            .execute(Tuple.of(Buffer.buffer(hash)))
            .compose(deleted -> requireOne(deleted.rowCount()));
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
        .addInteger(MOST_COPIES - all.copies().size());
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

  /** Deletes tokens, nonces and offers that ended long ago. */
  public Future<Void> deleteEnded(Instant now) {
    Future<Void> done = Future.succeededFuture();
    for (String sql : DELETE) {
      done =
          done.compose(before -> database.writes(sql).execute(Tuple.of(Rows.utc(now)))).mapEmpty();
    }
    return done.compose(
            before ->
                database.writes(DELETE_OFFERS).execute(Tuple.of(Rows.utc(now.minus(OFFERS_KEPT)))))
        .mapEmpty();
  }

  /**
   * @param hash of the token
   * @param thumbprint of the key that it is bound to, or null
   */
  public record Token(byte[] hash, String thumbprint, Instant expiresAt) {}

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
   * @param credential null while it is not signed yet
   * @param thumbprint of the key that the token is bound to, or null
   * @param used the configurations for which it was used
   */
  public record Grant(
      Offer offer, StoredCredential credential, String thumbprint, Set<String> used) {

    public Grant {
      used = Set.copyOf(used);
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
