package org.attestry.credential.offer;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.attestry.contracts.JsonBytes;
import org.attestry.credential.status.SuspensionSql;
import org.attestry.credential.stored.CredentialInForce;
import org.attestry.credential.stored.PgCredentialStore;
import org.attestry.credential.stored.StoredCredential;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/** Offers in PostgreSQL. */
public record PgOffers(Database database) {

  private static final String OFFERABLE =
      """
      SELECT {columns}
      FROM issued_credential issued
      WHERE issued.credential_id = $1
        AND issued.credential = $2
        AND issued.status_list IS NOT NULL
        AND {in force}
      ORDER BY issued.number DESC
      LIMIT 1
      """
          .replace("{columns}", PgCredentialStore.COLUMNS)
          .replace("{in force}", CredentialInForce.condition("$3"));

  /** An offer whose row is {@code offer}, and its credential; $2 is the time. */
  private static final String FIND =
      """
      SELECT offer.id, offer.code_hash, offer.transaction_hash, offer.attempts, offer.credential,
        issued.credential_id, {digest} AS digest, offer.entity_type, offer.entity_id,
        offer.attestation_name, offer.attestation_id, offer.issuer, offer.owners_hash,
        offer.offered_by, offer.configurations,
        (offer.refresh AND (offer.accepted_at IS NULL OR EXISTS (
          SELECT FROM wallet_refresh chain WHERE chain.offer = offer.id AND chain.expires_at > $2)))
          AS refresh,
        offer.login,
        (issued.id IS NULL OR {in force}) AS valid,
        offer.created_at,
        offer.expires_at, offer.accepted_at, offer.withdrawn_at,
        (SELECT count(*) FROM wallet_copy copy
          WHERE copy.credential = offer.credential AND copy.offer = offer.id) AS copies
      FROM wallet_offer offer
      LEFT JOIN issued_credential issued ON issued.id = offer.credential
      WHERE {which}
      """
          .replace("{digest}", SuspensionSql.DIGEST.formatted("issued"))
          .replace("{in force}", CredentialInForce.condition("$2"));

  private static final String OPEN =
      "withdrawn_at IS NULL AND accepted_at IS NULL AND expires_at > $13";

  /** Counting and storing the offers of one record or caller is serialized. */
  private static final String LOCK =
      """
      SELECT pg_advisory_xact_lock(hashtextextended('offer of record:' || $1::text, 0)),
        pg_advisory_xact_lock(hashtextextended('offer of caller:' || $2::text, 0))
      """;

  private static final String INSERT =
      """
      WITH counted AS (
        SELECT
          (SELECT count(*) FROM wallet_offer
            WHERE entity_id = $7 AND {open}) AS of_record,
          (SELECT count(*) FROM wallet_offer
            WHERE offered_by = $8 AND {open}) AS of_caller
      ), stored AS (
        INSERT INTO wallet_offer (
          id, code_hash, transaction_hash, credential, attestation_id, owners_hash, entity_id,
          offered_by, configurations, expires_at, created_at, entity_type, attestation_name, issuer,
          refresh, login)
        SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $13, $14, $15, $16, $17, $18
        FROM counted WHERE of_record < $11 AND of_caller < $12
        RETURNING id
      )
      SELECT of_record >= $11 AS full, EXISTS (SELECT FROM stored) AS stored FROM counted
      """
          .replace("{open}", OPEN);

  private static final String WITHDRAW =
      """
      WITH renewals AS (DELETE FROM wallet_refresh WHERE offer = $1)
      UPDATE wallet_offer SET withdrawn_at = $2
      WHERE id = $1 AND accepted_at IS NULL AND withdrawn_at IS NULL
      """;

  private static final String NAME_CREDENTIAL =
      "UPDATE wallet_offer SET credential = $2 WHERE id = $1 AND credential IS NULL";

  private static final String COUNT_ATTEMPT =
      "UPDATE wallet_offer SET attempts = attempts + 1 WHERE id = $1 AND attempts < "
          + Offer.MOST_ATTEMPTS;

  /** Reads the offer of a condition, which may have $1; $2 is the time. */
  static String find(String which) {
    return FIND.replace("{which}", which);
  }

  /**
   * The credential that is offered: exactly this one, if it is neither revoked nor suspended.
   *
   * @param credentialId its {@code id}
   */
  public Future<Optional<StoredCredential>> findOfferable(
      String credentialId, JsonBytes credential, Instant now) {
    return database
        .shortReads(OFFERABLE)
        .execute(Tuple.of(credentialId, credential.text(), Rows.utc(now)))
        .map(rows -> Rows.first(rows, PgCredentialStore::stored));
  }

  /**
   * Stores an offer, unless the record or the caller has too many open ones, by the time when it
   * was made.
   */
  public Future<Outcome> insert(Offer offer, OfferLimits limits) {
    Tuple values =
        Tuple.tuple()
            .addUUID(offer.id())
            .addBuffer(Buffer.buffer(offer.codeHash()))
            .addBuffer(
                offer.transactionHash() == null ? null : Buffer.buffer(offer.transactionHash()))
            .addUUID(offer.credential())
            .addString(offer.attestationId())
            .addString(offer.ownersHash())
            .addString(offer.entityId())
            .addString(offer.offeredBy())
            .addArrayOfString(offer.configurations().toArray(String[]::new))
            .addOffsetDateTime(Rows.utc(offer.expiresAt()))
            .addLong((long) limits.ofRecord())
            .addLong((long) limits.ofCaller())
            .addOffsetDateTime(Rows.utc(offer.createdAt()))
            .addString(offer.entityType())
            .addString(offer.policy())
            .addString(offer.issuer())
            .addBoolean(offer.refresh())
            .addBoolean(offer.login());
    return database
        .inTransaction(
            transaction ->
                transaction
                    .preparedQuery(LOCK)
                    .execute(Tuple.of(offer.entityId(), offer.offeredBy()))
                    .compose(locked -> transaction.preparedQuery(INSERT).execute(values)))
        .map(Rows::one)
        .map(
            row ->
                row.getBoolean("stored")
                    ? Outcome.STORED
                    : row.getBoolean("full")
                        ? Outcome.TOO_MANY_OF_RECORD
                        : Outcome.TOO_MANY_OF_CALLER);
  }

  public Future<Optional<Offer>> find(UUID id, Instant now) {
    return first(find("offer.id = $1"), Tuple.of(id, Rows.utc(now)));
  }

  public Future<Optional<Offer>> findByCode(byte[] codeHash, Instant now) {
    return first(find("offer.code_hash = $1"), Tuple.of(Buffer.buffer(codeHash), Rows.utc(now)));
  }

  private Future<Optional<Offer>> first(String sql, Tuple values) {
    return database.shortReads(sql).execute(values).map(rows -> Rows.first(rows, PgOffers::offer));
  }

  static Offer offer(Row row) {
    return new Offer(
        row.getUUID("id"),
        row.getBuffer("code_hash").getBytes(),
        row.getBuffer("transaction_hash") == null
            ? null
            : row.getBuffer("transaction_hash").getBytes(),
        row.getInteger("attempts"),
        row.getUUID("credential"),
        row.getString("credential_id"),
        row.getString("digest"),
        row.getString("entity_type"),
        row.getString("entity_id"),
        row.getString("attestation_name"),
        row.getString("attestation_id"),
        row.getString("issuer"),
        row.getString("owners_hash"),
        row.getString("offered_by"),
        List.of(row.getArrayOfStrings("configurations")),
        row.getBoolean("refresh"),
        row.getBoolean("login"),
        row.getBoolean("valid"),
        Rows.instant(row, "created_at"),
        Rows.instant(row, "expires_at"),
        Rows.instant(row, "accepted_at"),
        Rows.instant(row, "withdrawn_at"),
        row.getInteger("copies"));
  }

  /**
   * Withdraws an offer that is neither accepted nor withdrawn. A wallet that accepted it can renew
   * nothing any more.
   */
  public Future<Void> withdraw(UUID id, Instant now) {
    return database.writes(WITHDRAW).execute(Tuple.of(id, Rows.utc(now))).mapEmpty();
  }

  /** Stores the credential of an offer that was made before the signature. */
  Future<Void> nameCredential(UUID id, UUID credential) {
    return database.writes(NAME_CREDENTIAL).execute(Tuple.of(id, credential)).mapEmpty();
  }

  /**
   * Counts one more transaction code that is tried.
   *
   * @return false if there were too many
   */
  public Future<Boolean> countAttempt(UUID id) {
    return database
        .writes(COUNT_ATTEMPT)
        .execute(Tuple.of(id))
        .map(updated -> updated.rowCount() == 1);
  }

  /** Whether an offer was stored. */
  public enum Outcome {
    STORED,
    TOO_MANY_OF_RECORD,
    TOO_MANY_OF_CALLER
  }
}
