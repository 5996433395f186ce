package org.attestry.claims.claim;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlResult;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.attestry.claims.claim.PgClaimTransaction.Adoption;
import org.attestry.contracts.Fact;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimsOperations.OpenClaimsPage.OpenClaim;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.registry.AttestationOperations.AttestationView;
import org.attestry.contracts.schema.EntityType;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.outbox.Inbox;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/**
 * Stores claims in PostgreSQL.
 *
 * @param onCommit runs after each commit that may have written facts to the outbox
 */
public record PgClaimStore(Database database, Outbox outbox, Runnable onCommit) {

  private static final String FIND =
      "SELECT "
          + ClaimRows.COLUMNS
          + """
          FROM claim c JOIN audience a ON a.id = c.audience_id
          WHERE c.id = $1
          """;

  private static final String STATUSES = "SELECT id, status FROM claim WHERE id = ANY ($1)";

  private static final String OPEN =
      """
      SELECT id, entity, entity_id FROM claim
      WHERE status = 'OPEN' AND id > $1 AND created_at < $2
      ORDER BY id
      LIMIT $3
      """;

  /**
   * Stores an attempt. Also deletes attempts older than 30 days whose claim no decision has closed:
   * Kafka retains the fact of a decision for less than that.
   */
  private static final String BEGIN =
      """
      WITH old AS (
        DELETE FROM attempt WHERE at < now() - interval '30 days'
      )
      INSERT INTO attempt (id, claim_id, decision, decided_by, note, at, token_id)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (id) DO NOTHING
      """;

  private static final String FORGET = "DELETE FROM attempt WHERE id = $1";

  /**
   * Records an attempt to open a claim. Also deletes records older than 10 minutes: no attempt
   * takes minutes, because each of its steps has a limit of seconds.
   */
  private static final String BEGIN_RAISING =
      """
      WITH old AS (
        DELETE FROM raising WHERE begun_at < now() - interval '10 minutes'
      )
      INSERT INTO raising (attempt, claim_id, entity_id, begun_at)
      SELECT $1, $2, $3, now()
      WHERE NOT EXISTS (SELECT FROM inbox WHERE event_id = $4)
      """;

  private static final String FIND_ALL =
      "SELECT "
          + ClaimRows.COLUMNS
          + """
          FROM (
            SELECT wanted.id, wanted.place, sum(coalesce(octet_length(c.property_data), 0)
                + coalesce(octet_length(c.additional_input), 0) + octet_length(c.notes::text)
                + octet_length(c.requester))
              OVER (ORDER BY wanted.place) AS bytes
            FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, place)
            JOIN claim c ON c.id = wanted.id
          ) AS listed
          JOIN claim c ON c.id = listed.id
          JOIN audience a ON a.id = c.audience_id
          WHERE listed.place = 1 OR listed.bytes <= $2
          ORDER BY listed.place
          """;

  private static final int MOST_NOTES = 100;

  private static final String ADD_NOTE =
      """
      UPDATE claim SET notes = notes || $2::jsonb
      WHERE id = $1 AND status = 'OPEN' AND jsonb_array_length(notes) < $3
        AND NOT jsonb_path_exists(notes, '$[*] ? (@.id == $id)',
          jsonb_build_object('id', $4::text))
      """;

  /**
   * Selects open claims whose audience is not the newest one of its policy; only the newest one is
   * in force.
   */
  private static final String SUPERSEDED =
      """
      SELECT c.id, c.entity, c.entity_id
      FROM audience a
      CROSS JOIN LATERAL (
        SELECT c.id, c.entity, c.entity_id, c.created_at FROM claim c
        WHERE c.audience_id = a.id AND c.status = 'OPEN'
          AND ($2::uuid IS NULL
            OR (c.created_at, c.id) > (SELECT p.created_at, p.id FROM claim p WHERE p.id = $2))
        ORDER BY c.created_at, c.id LIMIT $1) AS c
      WHERE EXISTS (
        SELECT FROM audience b
        WHERE b.entity = a.entity AND b.attestation_name = a.attestation_name
          AND b.revision > a.revision)
      ORDER BY c.created_at, c.id
      LIMIT $1
      """;

  private static final String MARK_CHANGED =
      "UPDATE raising SET entity_version = greatest(entity_version, $2) WHERE entity_id = $1";

  private static final String OUTDATED =
      """
      SELECT id FROM claim
      WHERE entity_id = $1 AND status = 'OPEN' AND entity_version < $2
      ORDER BY id
      """;

  private static final String LOCK_ENTITY = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";

  public Future<Optional<Claim>> find(UUID id) {
    return database
        .shortReads(FIND)
        .execute(Tuple.of(id))
        .map(rows -> Rows.first(rows, ClaimRows::claim));
  }

  /** Returns claim id to status for the claims that exist. */
  public Future<Map<String, ClaimStatus>> statuses(List<UUID> ids) {
    return database
        .shortReads(STATUSES)
        .collecting(
            Collectors.toMap(
                row -> row.getUUID("id").toString(),
                row -> ClaimStatus.valueOf(row.getString("status"))))
        .execute(Tuple.of(ids.toArray(UUID[]::new)))
        .map(SqlResult::value);
  }

  /** Returns the next open claims, in the order of their ids. */
  public Future<List<OpenClaim>> open(UUID after, Instant createdBefore, int limit) {
    return database
        .searches(OPEN)
        .execute(Tuple.of(after, Rows.utc(createdBefore), limit))
        .map(rows -> Rows.list(rows, PgClaimStore::openClaim));
  }

  private static OpenClaim openClaim(Row row) {
    return new OpenClaim(
        row.getUUID("id").toString(), row.getString("entity"), row.getString("entity_id"));
  }

  /** Stores an attempt until its claim is closed. */
  public Future<Void> begin(DecisionAttempt attempt) {
    Tuple parameters =
        Tuple.tuple()
            .addUUID(attempt.id())
            .addUUID(attempt.claimId())
            .addString(attempt.decision().name())
            .addString(attempt.by())
            .addString(attempt.note())
            .addOffsetDateTime(Rows.utc(attempt.at()))
            .addString(attempt.tokenId());
    return database.writes(BEGIN).execute(parameters).mapEmpty();
  }

  /** Deletes an attempt that the registry has refused. */
  public Future<Void> forget(UUID attempt) {
    return database.writes(FORGET).execute(Tuple.of(attempt)).mapEmpty();
  }

  /**
   * Adds a note to an open claim; a note with the same id is added only once.
   *
   * @return the note as stored; fails NOT_FOUND if there is no such claim, CONFLICT if it is closed
   *     or has the most notes that are possible
   */
  public Future<ClaimNote> addNote(UUID claim, ClaimNote note) {
    return database
        .writes(ADD_NOTE)
        .execute(Tuple.of(claim, ClaimRows.written(note), MOST_NOTES, note.id().toString()))
        .compose(
            added ->
                added.rowCount() == 1
                    ? Future.succeededFuture(note)
                    : find(claim).map(found -> added(found, note)));
  }

  /** Returns the note that an earlier attempt added; fails with the reason if there is none. */
  private static ClaimNote added(Optional<Claim> found, ClaimNote note) {
    Claim claim = found.orElseThrow(ClaimFailures::unknown);
    return claim.notes().stream()
        .filter(one -> note.id().equals(one.id()))
        .findFirst()
        .orElseThrow(
            () ->
                claim.outcome() == null
                    ? ClaimFailures.tooManyNotes(MOST_NOTES)
                    : ClaimFailures.closed(claim.outcome().decision()));
  }

  /**
   * Finds claims, in the order of the given ids; claims that do not exist are left out.
   *
   * @param mostBytes the most bytes of attested values, additional input and notes of all claims
   *     together; claims beyond the limit are left out, except the first claim
   */
  public Future<List<Claim>> find(List<UUID> ids, int mostBytes) {
    return ids.isEmpty()
        ? Future.succeededFuture(List.of())
        : database
            .orderedScans(FIND_ALL)
            .execute(Tuple.tuple().addArrayOfUUID(ids.toArray(UUID[]::new)).addInteger(mostBytes))
            .map(rows -> Rows.list(rows, ClaimRows::claim));
  }

  /**
   * Executes two SQL statements: the first waits for a claim that is being stored, the second finds
   * this claim.
   */
  public Future<List<UUID>> outdated(String osid, long version) {
    return database
        .writes(MARK_CHANGED)
        .execute(Tuple.of(osid, version))
        .compose(marked -> database.writes(OUTDATED).execute(Tuple.of(osid, version)))
        .map(rows -> Rows.list(rows, row -> row.getUUID("id")));
  }

  /**
   * Updates an open claim with the requester's values from a version of the entity, and with the
   * policy from a revision of the type. A version or a policy older than the claim's changes
   * nothing.
   *
   * @return whether the claim is at least as new as the arguments; false if the claim has a newer
   *     policy but older values
   */
  public Future<Boolean> refresh(UUID id, Audience audience, AsOf asOf) {
    return database.inTransaction(
        transaction -> new PgClaimTransaction(transaction, outbox).refresh(id, audience, asOf));
  }

  /** Stores the policies of a published type. */
  public Future<Void> publish(EntityType type) {
    List<Tuple> policies =
        type.config().attestationPolicies().stream()
            .map(
                policy ->
                    Tuple.of(
                        type.name(),
                        policy.name(),
                        policy.attestorEntity(),
                        policy.selfAttestation(),
                        Json.write(policy.condition()).text(),
                        type.revision()))
            .toList();
    return policies.isEmpty()
        ? Future.succeededFuture()
        : database.writes(PgClaimTransaction.AUDIENCE).executeBatch(policies).mapEmpty();
  }

  /**
   * Returns the next open claims whose policies a newer revision of their type has changed, oldest
   * first.
   *
   * @param after the last claim of the previous page, or null
   */
  public Future<List<OpenClaim>> superseded(UUID after, int limit) {
    return database
        .searches(SUPERSEDED)
        .execute(Tuple.of(limit, after))
        .map(rows -> Rows.list(rows, PgClaimStore::openClaim));
  }

  /**
   * Records that a claim is about to be opened, so that a withdrawal that arrives before the claim
   * is open is detected.
   *
   * @param attempt a unique id of this attempt
   * @return false, with nothing recorded, if the fact has been handled already
   */
  public Future<Boolean> beginRaising(Fact fact, UUID attempt, UUID claimId, String osid) {
    return database
        .writes(BEGIN_RAISING)
        .execute(Tuple.of(attempt, claimId, osid, fact.id()))
        .map(result -> result.rowCount() == 1);
  }

  /**
   * Handles a fact once, in one transaction, which excludes the handling of other facts of the same
   * entity until it ends.
   *
   * @return whether the fact is new
   */
  public Future<Boolean> once(
      Fact fact, String osid, Function<PgClaimTransaction, Future<Void>> work) {
    return database
        .inTransaction(
            transaction ->
                Inbox.take(transaction, fact.id())
                    .compose(
                        isNew ->
                            isNew
                                ? locked(transaction, osid, work).map(true)
                                : Future.succeededFuture(false)))
        .onSuccess(done -> onCommit.run());
  }

  /**
   * Runs work that no fact caused, in one transaction, which excludes the handling of facts of the
   * same entity until it ends.
   */
  public Future<Void> inTransaction(String osid, Function<PgClaimTransaction, Future<Void>> work) {
    return database
        .inTransaction(transaction -> locked(transaction, osid, work))
        .onSuccess(done -> onCommit.run());
  }

  /**
   * Stores a claim of a former system, in one transaction, which excludes the handling of facts of
   * the same entity until it ends.
   */
  public Future<Adoption> adopt(Claim claim, AsOf asOf) {
    return database.inTransaction(
        transaction ->
            lock(transaction, claim.entityId())
                .compose(locked -> new PgClaimTransaction(transaction, outbox).adopt(claim, asOf)));
  }

  private Future<Void> locked(
      SqlClient transaction, String osid, Function<PgClaimTransaction, Future<Void>> work) {
    return lock(transaction, osid)
        .compose(locked -> work.apply(new PgClaimTransaction(transaction, outbox)));
  }

  private static Future<Void> lock(SqlClient transaction, String osid) {
    return transaction.preparedQuery(LOCK_ENTITY).execute(Tuple.of(osid)).mapEmpty();
  }

  /**
   * The versions from which a claim's values and policy were read.
   *
   * @param version the version of the requester's entity
   * @param revision the revision of the entity's type
   */
  public record AsOf(long version, long revision) {

    public static AsOf of(AttestationView attestation) {
      return new AsOf(attestation.version(), attestation.revision());
    }
  }

  /**
   * The withdrawal of an attestation while its claim was being opened.
   *
   * @param by user id, or null
   */
  public record Withdrawal(String by) {}

  /**
   * The closing of a claim, as decided by the registry.
   *
   * @param attempt the attempt that decided the claim, whose note is added to the claim, or null
   * @param by user id, used if the attempt is not stored here, or null
   */
  public record Closing(UUID claim, Decision decision, UUID attempt, String by, Instant at) {}

  /**
   * The changes of the entity while a claim was being opened.
   *
   * @param version the newest version of which a fact has arrived, or 0
   */
  public record ConcurrentChanges(Optional<Withdrawal> withdrawal, long version) {}
}
