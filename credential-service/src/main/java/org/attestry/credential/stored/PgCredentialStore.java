package org.attestry.credential.stored;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialFacts;
import org.attestry.contracts.credential.CredentialFacts.CredentialRevoked;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;
import org.attestry.credential.key.PgKeyStore;
import org.attestry.credential.status.StatusPlace;
import org.attestry.credential.status.SuspensionSql;
import org.attestry.runtime.outbox.Facts;
import org.attestry.runtime.outbox.Inbox;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/** Issued and revoked credentials in PostgreSQL. */
public final class PgCredentialStore {

  /** The columns that {@link #stored} reads of a row {@code issued}. */
  public static final String COLUMNS =
      """
      issued.id, issued.credential_id, issued.entity_type, issued.entity_id,
        issued.attestation_name, issued.issuer, issued.signed_hash, issued.proof_hash,
        issued.context_digest, issued.credential, issued.issued_at, issued.status_list,
        issued.status_index, issued.disclosable\
      """;

  /** The newest credentials of an id, because templates may give many credentials one id. */
  private static final String NEWEST_OF_ID =
      """
      SELECT {columns}, issued.revoked_at IS NOT NULL AS revoked, issued.number,
        row_number() OVER (
          PARTITION BY issued.entity_id, issued.revoked_at IS NOT NULL ORDER BY issued.number DESC
        ) AS nth
      FROM (
        SELECT * FROM issued_credential WHERE credential_id = $1 ORDER BY number DESC LIMIT 1000
      ) AS issued
      """
          .replace("{columns}", COLUMNS);

  /**
   * Unrevoked credentials of an id, and of revoked ones the newest of each entity. The texts stay
   * in the database, and only those that begin within the first megabyte of all are hashed.
   */
  public static final String CURRENT =
      """
      SELECT sized.id, sized.credential_id, sized.entity_type, sized.entity_id, sized.revoked,
        sized.bytes, CASE WHEN sized.until - sized.bytes < 1000000 THEN %s END AS digest
      FROM (
        SELECT listed.*, sum(listed.bytes) OVER (ORDER BY listed.place) AS until
        FROM (
          SELECT newest.*, octet_length(newest.credential) AS bytes,
            row_number() OVER (
              ORDER BY newest.revoked,
                unconfirmed.id IS NOT NULL,
                CASE
                  WHEN NOT newest.revoked AND unconfirmed.id IS NOT NULL THEN newest.number
                  ELSE - newest.number
                END
            ) AS place
          FROM (
            %s) AS newest
          LEFT JOIN unconfirmed_credential unconfirmed ON unconfirmed.id = newest.id
          WHERE newest.nth = 1 OR NOT newest.revoked
          ORDER BY place
          LIMIT 20
        ) AS listed
      ) AS sized
      ORDER BY sized.place
      """
          .formatted(SuspensionSql.DIGEST.formatted("sized"), NEWEST_OF_ID);

  /** The credential of the row $1, for {@link #stored}. */
  public static final String READ =
      "SELECT " + COLUMNS + " FROM issued_credential issued WHERE issued.id = $1";

  public static final String VALID =
      NEWEST_OF_ID
          + """
          JOIN signing_key used ON used.verification_method = $3
          WHERE issued.revoked_at IS NULL
            AND issued.credential = $2
            AND NOT %s
          LIMIT 1
          """
              .formatted(PgKeyStore.KEY_REVOKED.formatted("used.public_key_pem"));

  /** Unconfirmed credentials, in the order of their ids, which is that of time. */
  private static final String UNCONFIRMED =
      """
      SELECT issued.id, issued.entity_type, issued.entity_id, issued.credential_id,
        %s AS digest
      FROM (SELECT id FROM unconfirmed_credential ORDER BY id LIMIT $2) AS oldest
      JOIN issued_credential issued ON issued.id = oldest.id
      WHERE issued.issued_at < $1
      ORDER BY issued.id
      """
          .formatted(SuspensionSql.DIGEST.formatted("issued"));

  private static final String CONFIRM = "DELETE FROM unconfirmed_credential WHERE id = ANY ($1)";

  /**
   * The state of a credential. If exactly this credential is stored, its row decides; one that was
   * adopted from a former system is revoked by an imported revocation too. Otherwise, as for a JWT,
   * the rows with the same content and issuer decide. Revoked rows count only if no row is valid.
   * Suspended rows always count, unless they are also revoked and another row is valid. Rows with
   * the same id only do not decide, because templates may give credentials of different entities
   * one id.
   */
  public static final String FIND =
      """
      SELECT
        CASE
          WHEN NOT exact.adopted OR exact.revoked_at IS NOT NULL THEN exact.revoked_at IS NOT NULL
          WHEN exact.adopted THEN
            EXISTS (SELECT FROM imported_revocation WHERE kind = 'HASH' AND value = $2)
            OR EXISTS (SELECT FROM imported_revocation WHERE kind = 'ID' AND value = $1)
          ELSE EXISTS (
            SELECT FROM issued_credential alike
            WHERE alike.revoked_at IS NOT NULL
              AND NOT content.valid
              AND alike.signed_hash = $2)
            OR EXISTS (SELECT FROM imported_revocation WHERE kind = 'HASH' AND value = $2)
            OR EXISTS (SELECT FROM imported_revocation WHERE kind = 'ID' AND value = $1)
        END AS revoked,
        CASE
          WHEN exact.id IS NOT NULL THEN exact.suspended_at IS NOT NULL
            AND (exact.suspended_until IS NULL OR exact.suspended_until > $5)
          ELSE EXISTS (
            SELECT FROM issued_credential alike
            WHERE alike.suspended_at IS NOT NULL
              AND (alike.suspended_until IS NULL OR alike.suspended_until > $5)
              AND alike.signed_hash = $2
              AND (alike.revoked_at IS NULL OR NOT content.valid))
        END AS suspended,
        coalesce(exact.context_digest, pinned.context_digest) AS context_digest,
        coalesce(
          exact.entity_type,
          (SELECT entity_type FROM issued_credential WHERE signed_hash = $2 LIMIT 1)
        ) AS entity_type,
        %s AS key_revoked
      FROM (
        SELECT EXISTS (
          SELECT FROM issued_credential same
          WHERE same.signed_hash = $2 AND same.revoked_at IS NULL) AS valid) AS content
      LEFT JOIN issued_credential exact ON exact.proof_hash = $3
      LEFT JOIN pinned_context pinned ON pinned.proof_hash = $3
      """
          .formatted(PgKeyStore.KEY_REVOKED.formatted("$4"));

  /**
   * Waits for copies that are being issued of the entity's credentials, or those of one id, so that
   * the next statement reads them.
   */
  static final String LOCK_UNREVOKED =
      """
      SELECT FROM issued_credential
      WHERE entity_id = $1
        AND ($2::text IS NULL OR credential_id = $2)
        AND revoked_at IS NULL
      ORDER BY id
      FOR UPDATE
      """;

  /**
   * Revokes credentials. Without a digest, the newest of several credentials of one id and entity
   * stays when the others are replaced. Ids are made from the clocks of different callers, so
   * newest means the last insert.
   */
  public static final String REVOKE =
      """
      WITH withdrawn AS (
        UPDATE issued_credential old SET revoked_at = now()
        WHERE old.entity_id = $1
          AND ($2::text IS NULL OR old.credential_id = $2)
          AND old.revoked_at IS NULL
          AND CASE
            WHEN $5::text IS NOT NULL THEN {digest} = $5
            ELSE NOT ($3 AND NOT EXISTS (
              SELECT FROM issued_credential newer
              WHERE newer.entity_id = old.entity_id
                AND newer.credential_id = old.credential_id
                AND newer.number > old.number)
              AND EXISTS (
              SELECT FROM issued_credential older
              WHERE older.entity_id = old.entity_id
                AND older.credential_id = old.credential_id
                AND older.number < old.number))
          END
        RETURNING id, entity_type, entity_id, credential_id, signed_hash, credential, status_list,
          status_index
      ), {entries}, bits AS (
        {set bits}
      )
      INSERT INTO revoked_credential (
        osid, entity, entity_id, credential_id, signed_hash, signed_data, user_id, created_at)
      SELECT id, entity_type, entity_id, credential_id, signed_hash, credential, $4,
        date_trunc('milliseconds', now())
      FROM withdrawn
      RETURNING credential_id, entity, entity_id
      """
          .replace("{digest}", SuspensionSql.DIGEST.formatted("old"))
          .replace("{entries}", SuspensionSql.entries("withdrawn"))
          .replace("{set bits}", SuspensionSql.setBits("revocation", "entries"));

  /**
   * Ends the refresh tokens of wallets for what an event is about: all of the entity, the entity's
   * own credential, or the attestations of the policy of the credential with this id.
   */
  private static final String END_RENEWALS =
      """
      DELETE FROM wallet_refresh
      WHERE offer IN (
        SELECT offer.id FROM wallet_offer offer
        WHERE offer.entity_id = $1
          AND ({all}
            OR EXISTS (
              SELECT FROM issued_credential issued
              WHERE issued.entity_id = $1
                AND issued.credential_id = $2
                AND issued.attestation_name IS NOT DISTINCT FROM offer.attestation_name)))
      """;

  private static final String END_RENEWALS_OF_WITHDRAWN =
      END_RENEWALS.replace("{all}", "$2::text IS NULL");

  private static final String END_RENEWALS_OF_SUSPENDED =
      END_RENEWALS.replace("{all}", "$2::text IS NULL AND offer.attestation_name IS NULL");

  private final Database database;
  private final Outbox outbox;
  private final Runnable onCommit;
  private final Clock clock;

  /**
   * @param onCommit called after each commit of facts
   * @param clock that ends suspensions
   */
  public PgCredentialStore(Database database, Outbox outbox, Runnable onCommit, Clock clock) {
    this.clock = clock;
    this.database = database;
    this.outbox = outbox;
    this.onCommit = onCommit;
  }

  /**
   * Returns the state of a credential whose proof is valid.
   *
   * @param publicKeyPem the key of the valid proof
   */
  public Future<Standing> find(
      String credentialId, String signedHash, String proofHash, String publicKeyPem) {
    return database
        .shortReads(FIND)
        .execute(Tuple.of(credentialId, signedHash, proofHash, publicKeyPem, now()))
        .map(rows -> rows.iterator().next())
        .map(
            row ->
                new Standing(
                    row.getBoolean("revoked"),
                    row.getBoolean("suspended"),
                    row.getString("context_digest"),
                    row.getBoolean("key_revoked"),
                    row.getString("entity_type")));
  }

  /**
   * Returns exactly this credential, if it is stored and neither it nor its key is revoked.
   *
   * @param verificationMethod of its proof
   */
  public Future<Optional<StoredCredential>> findValid(
      String credentialId, JsonBytes credential, String verificationMethod) {
    return database
        .shortReads(VALID)
        .execute(Tuple.of(credentialId, credential.text(), verificationMethod))
        .map(rows -> rows.stream().findFirst().map(PgCredentialStore::stored));
  }

  /**
   * Returns unrevoked credentials of this id: confirmed ones newest first, then unconfirmed ones
   * oldest first, because the write of a later one may be refused. The newest credential of each
   * entity whose credentials are all revoked follows. Empty if there is none.
   */
  public Future<List<CredentialReference>> current(String credentialId) {
    return database
        .shortReads(CURRENT)
        .execute(Tuple.of(credentialId))
        .map(
            rows -> {
              Set<String> entities = new HashSet<>();
              List<CredentialReference> current = new ArrayList<>();
              for (Row row : rows) {
                boolean first = entities.add(row.getString("entity_id"));
                if (first || !row.getBoolean("revoked")) {
                  current.add(reference(row));
                }
              }
              return List.copyOf(current);
            });
  }

  private static CredentialReference reference(Row row) {
    return new CredentialReference(
        row.getUUID("id"),
        new Issued(
            row.getString("entity_type"),
            row.getString("entity_id"),
            row.getString("credential_id"),
            row.getString("digest")),
        row.getInteger("bytes"));
  }

  /**
   * Returns the credential of this row; fails with {@link NoSuchElementException} if there is none.
   */
  public Future<StoredCredential> read(UUID id) {
    return database
        .shortReads(READ)
        .execute(Tuple.of(id))
        .map(rows -> stored(rows.stream().findFirst().orElseThrow()));
  }

  public static StoredCredential stored(Row row) {
    return new StoredCredential(
        row.getUUID("id"),
        row.getString("credential_id"),
        row.getString("entity_type"),
        row.getString("entity_id"),
        row.getString("attestation_name"),
        row.getString("issuer"),
        row.getString("signed_hash"),
        row.getString("proof_hash"),
        row.getString("context_digest"),
        JsonBytes.of(row.getString("credential")),
        place(row),
        disclosable(row),
        row.getOffsetDateTime("issued_at").toInstant(),
        null);
  }

  private static List<String> disclosable(Row row) {
    String[] pointers = row.getArrayOfStrings("disclosable");
    return pointers == null ? null : List.of(pointers);
  }

  private static StatusPlace place(Row row) {
    Long list = row.getLong("status_list");
    return list == null
        ? null
        : new StatusPlace(row.getString("issuer"), list, row.getInteger("status_index"));
  }

  /**
   * Revokes the credentials of a withdrawal, once per event: the stored credential, a
   * RevokedCredential record and the event of the revocation change together.
   *
   * @return the number of revoked credentials; zero if the event was handled before
   */
  public Future<Integer> revoke(UUID factId, Withdrawal withdrawal, CallContext context) {
    return inTransaction(
        transaction ->
            Inbox.take(transaction, factId)
                .compose(
                    isNew ->
                        isNew
                            ? revoke(transaction, withdrawal, context)
                            : Future.succeededFuture(0)));
  }

  /**
   * Suspends or reinstates the unrevoked credentials of an entity, once per event. Does nothing if
   * a newer version of the entity has already set the state.
   */
  public Future<Void> suspend(UUID factId, Suspension suspension) {
    Tuple meant = meant(suspension);
    Tuple values = meant(suspension).addLong(suspension.version());
    if (suspension.suspended()) {
      values.addOffsetDateTime(Rows.utc(suspension.until()));
    }
    String sql = suspension.suspended() ? SuspensionSql.SUSPEND : SuspensionSql.REINSTATE;
    return database.inTransaction(
        transaction ->
            Inbox.take(transaction, factId)
                .compose(
                    isNew ->
                        isNew
                            ? transaction
                                .preparedQuery(SuspensionSql.LOCK)
                                .execute(meant)
                                .compose(locked -> transaction.preparedQuery(sql).execute(values))
                                .compose(set -> endRenewals(transaction, suspension))
                            : Future.succeededFuture()));
  }

  private static Future<Void> endRenewals(SqlConnection transaction, Suspension suspension) {
    return suspension.suspended()
        ? transaction
            .preparedQuery(END_RENEWALS_OF_SUSPENDED)
            .execute(Tuple.of(suspension.entityId(), suspension.credentialId()))
            .mapEmpty()
        : Future.succeededFuture();
  }

  private static Tuple meant(Suspension suspension) {
    return Tuple.of(suspension.entityId(), suspension.credentialId(), suspension.digest());
  }

  /**
   * Returns unconfirmed credentials that were issued before a moment, oldest first, a page at a
   * time.
   */
  public Future<List<Unconfirmed>> unconfirmed(Instant issuedBefore, int limit) {
    return database
        .shortReads(UNCONFIRMED)
        .execute(Tuple.of(Rows.utc(issuedBefore), limit))
        .map(rows -> rows.stream().map(PgCredentialStore::unconfirmed).toList());
  }

  private static Unconfirmed unconfirmed(Row row) {
    return new Unconfirmed(
        row.getUUID("id"),
        new Issued(
            row.getString("entity_type"),
            row.getString("entity_id"),
            row.getString("credential_id"),
            row.getString("digest")));
  }

  /**
   * Confirms credentials: an entity has them, or they are revoked. They are not looked up again.
   */
  public Future<Void> confirm(List<UUID> ids) {
    return database.writes(CONFIRM).execute(Tuple.of(ids.toArray(UUID[]::new))).mapEmpty();
  }

  private OffsetDateTime now() {
    return Rows.utc(clock.instant());
  }

  private Future<Integer> revoke(
      SqlConnection transaction, Withdrawal withdrawal, CallContext context) {
    Tuple values =
        Tuple.of(
            withdrawal.entityId(),
            withdrawal.credentialId(),
            withdrawal.replaced(),
            withdrawal.userId(),
            withdrawal.digest());
    return transaction
        .preparedQuery(LOCK_UNREVOKED)
        .execute(Tuple.of(withdrawal.entityId(), withdrawal.credentialId()))
        .compose(locked -> transaction.preparedQuery(REVOKE).execute(values))
        .compose(rows -> endRenewals(transaction, withdrawal).map(rows))
        .compose(
            rows -> {
              List<Fact> facts = rows.stream().map(row -> revoked(row, context)).toList();
              return outbox.insert(transaction, facts).map(facts.size());
            });
  }

  /** A wallet can renew a credential that is replaced. */
  private static Future<Void> endRenewals(SqlConnection transaction, Withdrawal withdrawal) {
    return withdrawal.replaced()
        ? Future.succeededFuture()
        : transaction
            .preparedQuery(END_RENEWALS_OF_WITHDRAWN)
            .execute(Tuple.of(withdrawal.entityId(), withdrawal.credentialId()))
            .mapEmpty();
  }

  private static Fact revoked(Row row, CallContext context) {
    String entityId = row.getString("entity_id");
    CredentialRevoked revoked =
        new CredentialRevoked(row.getString("credential_id"), row.getString("entity"), entityId);
    return Facts.of(CredentialFacts.CREDENTIAL_REVOKED, entityId, revoked, context);
  }

  private <T> Future<T> inTransaction(Function<SqlConnection, Future<T>> work) {
    return database.inTransaction(work).onSuccess(done -> onCommit.run());
  }

  /**
   * A stored credential.
   *
   * @param id of its row
   */
  public record Unconfirmed(UUID id, Issued issued) {}

  /**
   * The credentials to withdraw.
   *
   * @param entityId the entity of the credentials
   * @param credentialId one credential, or null for all of the entity
   * @param digest SHA-256 in lower-case hex of the text of one of the entity's credentials of that
   *     id; null for all of them
   * @param replaced whether wallets can still renew their copies; without a digest also, whether a
   *     newer credential of the same id and entity stays
   * @param userId the user who caused it, or null
   */
  public record Withdrawal(
      String entityId, String credentialId, String digest, boolean replaced, String userId) {}

  /**
   * @param credentialId the id of an attestation's credential, or null for all of the entity's
   *     content
   * @param digest of the attestation's credential, as in {@link Withdrawal}; or null
   * @param suspended false to reinstate
   * @param version of the entity
   * @param until the end of the suspension, or null
   */
  public record Suspension(
      String entityId,
      String credentialId,
      String digest,
      boolean suspended,
      long version,
      Instant until) {}

  /**
   * The stored state of a credential.
   *
   * @param contextDigest of the contexts that it was signed under, or null if it is not stored
   * @param keyRevoked whether its key is revoked by now, under any name and of any issuer
   * @param entityType of the entity of this credential, or of one with the same content; null if
   *     none is stored
   */
  public record Standing(
      boolean revoked,
      boolean suspended,
      String contextDigest,
      boolean keyRevoked,
      String entityType) {}
}
