package org.attestry.credential.stored;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlResult;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.credential.CredentialFacts;
import org.attestry.contracts.credential.CredentialFacts.CredentialIssued;
import org.attestry.contracts.credential.CredentialOperations.IssuedCredential;
import org.attestry.contracts.credential.CredentialOperations.Suspension;
import org.attestry.credential.status.StatusPlace;
import org.attestry.credential.status.SuspensionSql;
import org.attestry.runtime.outbox.Facts;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.GroupCommit;
import org.attestry.runtime.postgres.PgArrays;
import org.attestry.runtime.postgres.Rows;

/**
 * Stores new credentials, each with its fact. Concurrent ones share a statement, which is a
 * transaction of its own. Used on one event loop.
 */
public final class PgNewCredentials {

  /**
   * Inserts credentials. The successor of a suspended credential of an entity's content is
   * suspended too, and so is a credential that is stored with a suspension. The replaced rows are
   * locked: a concurrent suspension either ends first or reads the new rows. Rows of an entity and
   * segments are locked in one order. The replaced rows are selected for each new credential
   * separately, because a join was planned as a scan of all credentials while the table's
   * statistics were those of an empty table.
   */
  static final String INSERT =
      """
      WITH given AS (
        SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[],
            $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::timestamptz[],
            $12::bigint[], $13::integer[], $14::text[], $15::bigint[], $16::timestamptz[])
          AS g(id, credential_id, entity_type, entity_id, attestation_name, issuer, signed_hash,
            proof_hash, context_digest, credential, issued_at, status_list, status_index,
            disclosable, suspension, until)
      ), replaced AS (
        SELECT given.id, old.suspended_at, old.suspended_until, old.suspension_version
        FROM given CROSS JOIN LATERAL (
          SELECT suspended_at, suspended_until, suspension_version
          FROM issued_credential
          WHERE entity_id = given.entity_id
            AND revoked_at IS NULL
            AND attestation_name IS NULL
          ORDER BY issued_credential.id
          FOR SHARE
        ) AS old
        WHERE given.attestation_name IS NULL
      ), suspended AS (
        SELECT DISTINCT ON (id) id, suspended_at, suspended_until, suspension_version AS version
        FROM replaced
        ORDER BY id, suspension_version DESC, suspended_at NULLS LAST
      ), issued AS (
        INSERT INTO issued_credential (
          id, credential_id, entity_type, entity_id, attestation_name, issuer, signed_hash,
          proof_hash, context_digest, credential, issued_at, status_list, status_index, disclosable,
          suspended_at, suspended_until, suspension_version)
        SELECT given.id, credential_id, entity_type, entity_id, attestation_name, issuer,
          signed_hash, proof_hash, context_digest, credential, issued_at, status_list,
          status_index, disclosable::text[],
          CASE WHEN suspension IS NULL THEN suspended.suspended_at ELSE now() END,
          CASE WHEN suspension IS NULL THEN suspended.suspended_until ELSE until END,
          coalesce(suspension, suspended.version, 0)
        FROM given LEFT JOIN suspended ON suspended.id = given.id
        RETURNING id, status_list, status_index, suspended_at
      ), bits AS (
        {set bits}
      ), published AS (
        INSERT INTO outbox (id, topic, subject, event)
        SELECT * FROM unnest($17::uuid[], $18::text[], $19::text[], $20::text[])
      )
      INSERT INTO unconfirmed_credential (id) SELECT id FROM issued RETURNING id
      """
          .replace(
              "{set bits}",
              SuspensionSql.setBits(
                  "suspension",
                  "(SELECT * FROM issued WHERE suspended_at IS NOT NULL) AS issued_suspended"));

  /**
   * The constraint on the id, which is that of the call. If it is violated, an earlier attempt of
   * the call has stored its credential.
   */
  private static final String CALL = "issued_credential_pkey";

  private static final FailureException BUSY =
      FailureException.of(
          FailureKind.UNAVAILABLE,
          "credential.store.busy",
          "Too many credentials of this type are waiting to be stored; try again shortly.");

  private final Database database;
  private final Outbox outbox;
  private final Runnable onCommit;
  private final GroupCommit<Row> gathered;

  /**
   * @param onCommit called after each commit of facts
   */
  public PgNewCredentials(Vertx vertx, Database database, Outbox outbox, Runnable onCommit) {
    this.database = database;
    this.outbox = outbox;
    this.onCommit = onCommit;
    this.gathered = new GroupCommit<>(vertx, this::insert, BUSY);
  }

  /**
   * Stores a credential when it is signed, and the fact that it was issued.
   *
   * @return fails as the signing does; the stored one; where one with its id is stored already,
   *     that one
   */
  public Future<IssuedCredential> insert(Future<StoredCredential> signed, CallContext context) {
    return gathered
        .write(
            signed.map(
                credential ->
                    new Row(credential, issued(credential, context), context.deadline().caller())))
        .map(stored -> signed.result())
        .recover(
            cause ->
                cause instanceof PgException sql && CALL.equals(sql.getConstraint())
                    ? stored(signed.result().id())
                    : Future.failedFuture(cause))
        .map(stored -> new IssuedCredential(stored.credentialId(), stored.credential()));
  }

  private Future<StoredCredential> stored(UUID id) {
    return database
        .searches(PgCredentialStore.READ)
        .execute(Tuple.of(id))
        .map(Rows::one)
        .map(PgCredentialStore::stored);
  }

  private static Fact issued(StoredCredential credential, CallContext context) {
    return Facts.of(
        CredentialFacts.CREDENTIAL_ISSUED,
        credential.entityId(),
        new CredentialIssued(
            credential.credentialId(), credential.entityType(), credential.entityId()),
        context);
  }

  private Future<Set<UUID>> insert(List<Row> rows) {
    return database
        .writes(INSERT)
        .collecting(Collectors.mapping(row -> row.getUUID(0), Collectors.toSet()))
        .execute(values(rows, outbox))
        .map(SqlResult::value)
        .onSuccess(stored -> onCommit.run());
  }

  private static Tuple values(List<Row> rows, Outbox outbox) {
    List<StoredCredential> all = rows.stream().map(Row::credential).toList();
    Tuple columns =
        Tuple.tuple()
            .addArrayOfUUID(column(all, StoredCredential::id, UUID[]::new))
            .addArrayOfString(texts(all, StoredCredential::credentialId))
            .addArrayOfString(texts(all, StoredCredential::entityType))
            .addArrayOfString(texts(all, StoredCredential::entityId))
            .addArrayOfString(texts(all, StoredCredential::attestationName))
            .addArrayOfString(texts(all, StoredCredential::issuer))
            .addArrayOfString(texts(all, StoredCredential::signedHash))
            .addArrayOfString(texts(all, StoredCredential::proofHash))
            .addArrayOfString(texts(all, StoredCredential::contextDigest))
            .addArrayOfString(texts(all, one -> one.credential().text()))
            .addArrayOfOffsetDateTime(
                column(all, one -> Rows.utc(one.issuedAt()), OffsetDateTime[]::new))
            .addArrayOfLong(column(all, one -> inList(one, StatusPlace::list), Long[]::new))
            .addArrayOfInteger(column(all, one -> inList(one, StatusPlace::index), Integer[]::new))
            .addArrayOfString(texts(all, PgNewCredentials::disclosable))
            .addArrayOfLong(column(all, one -> suspension(one, Suspension::version), Long[]::new))
            .addArrayOfOffsetDateTime(
                column(
                    all,
                    one -> Rows.utc(suspension(one, Suspension::until)),
                    OffsetDateTime[]::new));
    return outbox.bind(columns, rows.stream().map(Row::issued).toList());
  }

  private static String[] texts(List<StoredCredential> all, Function<StoredCredential, String> of) {
    return column(all, of, String[]::new);
  }

  private static <V> V[] column(
      List<StoredCredential> all, Function<StoredCredential, V> of, IntFunction<V[]> array) {
    return all.stream().map(of).toArray(array);
  }

  private static <V> V inList(StoredCredential one, Function<StatusPlace, V> part) {
    return one.status() == null ? null : part.apply(one.status());
  }

  private static <V> V suspension(StoredCredential one, Function<Suspension, V> part) {
    return one.suspension() == null ? null : part.apply(one.suspension());
  }

  private static String disclosable(StoredCredential one) {
    return one.disclosable() == null ? null : PgArrays.text(one.disclosable());
  }

  /** A credential, and the fact that it was issued. */
  private record Row(StoredCredential credential, Fact issued, CallerKey caller)
      implements GroupCommit.Write {

    @Override
    public UUID id() {
      return credential.id();
    }

    @Override
    public Object type() {
      return credential.entityType();
    }

    @Override
    public int characters() {
      return credential.credential().utf8().length;
    }
  }
}
