package org.attestry.claims.claim;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.attestry.claims.claim.PgClaimStore.AsOf;
import org.attestry.claims.claim.PgClaimStore.Closing;
import org.attestry.claims.claim.PgClaimStore.ConcurrentChanges;
import org.attestry.claims.claim.PgClaimStore.Withdrawal;
import org.attestry.condition.LookupKey;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FactType;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.claims.ClaimsFacts;
import org.attestry.contracts.claims.ClaimsFacts.ClosedClaim;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.outbox.Facts;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.postgres.Rows;

/**
 * The SQL statements within the transaction of {@link PgClaimStore#once}. The work must not send
 * requests to other services, because the transaction holds locks.
 */
public record PgClaimTransaction(SqlClient transaction, Outbox outbox) {

  /** Stores an audience and returns its id. Only equal policies have the same digest. */
  static final String AUDIENCE =
      """
      INSERT INTO audience AS a (digest, entity, attestation_name, attestor_entity,
        self_attestation, condition, revision)
      VALUES (sha256(convert_to(concat_ws(E'\\n', $1::text, $2::text, $3::text, $4::bool::text,
                $5::text), 'UTF8')), $1, $2, $3, $4, $5, $6)
      ON CONFLICT (digest) DO UPDATE SET revision = greatest(a.revision, excluded.revision)
      RETURNING id
      """;

  private static final String INSERT =
      """
      INSERT INTO claim (id, entity, entity_id, status, attestation_id, attestation_name,
        audience_id, requester, owners, entity_version, property_data, additional_input, raised_by,
        created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
      ON CONFLICT (id) DO NOTHING
      """;

  /**
   * Stores a claim of a former system. A claim that the registry raised under its id gets its notes
   * and times; an adopted open one is closed if it is closed there; one that is decided here stays
   * so.
   */
  private static final String ADOPT =
      """
      INSERT INTO claim AS old (id, entity, entity_id, status, attestation_id, attestation_name,
        audience_id, requester, owners, entity_version, property_data, additional_input, raised_by,
        created_at, notes, decision, decided_by, attested_on, adopted)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, true)
      ON CONFLICT (id) DO UPDATE
      SET status = excluded.status, decision = excluded.decision, decided_by = excluded.decided_by,
        attested_on = excluded.attested_on, raised_by = excluded.raised_by,
        created_at = excluded.created_at, adopted = true,
        notes = CASE
          WHEN jsonb_array_length(old.notes) > jsonb_array_length(excluded.notes) THEN old.notes
          ELSE excluded.notes
        END
      WHERE old.attempt IS NULL AND old.grants = '[]' AND old.entity_id = excluded.entity_id
        AND CASE
          WHEN old.status = 'CLOSED' THEN old.decision = excluded.decision
            AND (old.decided_by, old.attested_on)
              IS DISTINCT FROM (excluded.decided_by, excluded.attested_on)
          WHEN excluded.status = 'OPEN' THEN NOT old.adopted
          ELSE old.adopted
        END
      RETURNING id
      """;

  private static final String IS_SAME =
      """
      SELECT status = $2 AND decision IS NOT DISTINCT FROM $3 AND entity_id = $4 AS same
      FROM claim WHERE id = $1
      """;

  private static final String REFRESH =
      """
      UPDATE claim c
      SET audience_id = $2, requester = $3, owners = $4, entity_version = $5
      FROM audience a, audience b
      WHERE c.id = $1 AND c.status = 'OPEN' AND a.id = c.audience_id AND b.id = $2
        AND (c.entity_version < $5 OR (c.entity_version = $5 AND c.audience_id <> $2))
        AND b.revision >= a.revision
      """;

  private static final String IS_REFRESHED =
      """
      SELECT c.entity_version >= $2 AND NOT EXISTS (
        SELECT FROM audience b
        WHERE b.entity = a.entity AND b.attestation_name = a.attestation_name
          AND b.revision > a.revision) AS refreshed
      FROM claim c JOIN audience a ON a.id = c.audience_id
      WHERE c.id = $1 AND c.status = 'OPEN'
      """;

  private static final String FORGET_KEYS = "DELETE FROM claim_lookup WHERE claim_id = $1";

  private static final String KEYS =
      """
      INSERT INTO claim_lookup (audience_id, status, length, value, created_at, claim_id)
      SELECT c.audience_id, c.status, key.length, key.value, c.created_at, c.id
      FROM claim c CROSS JOIN unnest($2::int[], $3::text[]) AS key (length, value)
      WHERE c.id = $1
      """;

  private static final String SUBJECT = "SELECT entity, attestation_name FROM claim WHERE id = $1";

  private static final String END_RAISING =
      "DELETE FROM raising WHERE attempt = $1 RETURNING withdrawn, withdrawn_by, entity_version";

  private static final String MARK_RAISING =
      """
      UPDATE raising SET withdrawn = true, withdrawn_by = $3
      WHERE entity_id = $1 AND ($2::uuid IS NULL OR claim_id = $2)
      """;

  private static final String MARK_RAISING_OF_CLAIM =
      "UPDATE raising SET withdrawn = true, withdrawn_by = $2 WHERE claim_id = $1";

  private static final String WITHDRAW =
      """
      UPDATE claim c
      SET status = 'CLOSED', decision = 'WITHDRAWN', decided_by = $4, attested_on = $5
      FROM audience a
      WHERE a.id = c.audience_id AND c.status = 'OPEN'
        AND c.entity = $1 AND c.entity_id = $2 AND ($3::uuid IS NULL OR c.id = $3)
      RETURNING
      """
          + ClaimRows.COLUMNS;

  private static final String TAKE_ATTEMPTS =
      """
      DELETE FROM attempt WHERE claim_id = $1 AND $2::uuid IS NOT NULL
      RETURNING id, decided_by, token_id, note
      """;

  private static final String TAKE_ATTEMPT =
      "DELETE FROM attempt WHERE id = $1 RETURNING token_id, note";

  private static final String ADD_GRANT =
      """
      UPDATE claim SET grants = grants || $2::jsonb, notes = notes || $3::jsonb WHERE id = $1
      """;

  /**
   * Closes a claim. A claim that was closed by an attempt is not changed. A claim that was closed
   * without an attempt may get another decision, together with the attempt that made it.
   */
  private static final String CLOSE =
      """
      UPDATE claim c
      SET status = 'CLOSED', decision = $2, attempt = $3, decided_by = $4, attested_on = $5,
          notes = c.notes || $6::jsonb, token_id = $7
      FROM audience a
      WHERE a.id = c.audience_id AND c.id = $1 AND c.attempt IS NULL
        AND (c.status = 'OPEN' OR c.decision <> $2 OR $3::uuid IS NOT NULL)
      RETURNING
      """
          + ClaimRows.COLUMNS;

  /** Stores a claim, unless there is a claim with its id. */
  public Future<Boolean> insert(Claim claim, AsOf asOf) {
    return audience(claim.entity(), claim.attestationName(), claim.audience(), asOf)
        .compose(id -> insert(claim, asOf, id))
        .compose(
            isNew ->
                isNew
                    ? keys(claim.id(), claim.audience()).map(true)
                    : Future.succeededFuture(false));
  }

  /** What becomes of a claim of a former system. */
  public enum Adoption {
    /** It is stored, or what is stored of it is brought up to date. */
    STORED,
    /** It was stored before. */
    KNOWN,
    /** The claim with its id was decided in another way, or is of another entity. */
    OTHER
  }

  /** Stores a claim of a former system. */
  Future<Adoption> adopt(Claim claim, AsOf asOf) {
    return audience(claim.entity(), claim.attestationName(), claim.audience(), asOf)
        .compose(id -> transaction.preparedQuery(ADOPT).execute(adopted(claim, asOf, id)))
        .compose(
            rows ->
                rows.size() == 1
                    ? transaction
                        .preparedQuery(FORGET_KEYS)
                        .execute(Tuple.of(claim.id()))
                        .compose(forgotten -> keys(claim.id(), claim.audience()))
                        .map(Adoption.STORED)
                    : isSame(claim).map(same -> same ? Adoption.KNOWN : Adoption.OTHER));
  }

  private Future<Boolean> isSame(Claim claim) {
    String decision = claim.outcome() == null ? null : claim.outcome().decision().name();
    return transaction
        .preparedQuery(IS_SAME)
        .execute(Tuple.of(claim.id(), claim.status().name(), decision, claim.entityId()))
        .map(rows -> Rows.one(rows).getBoolean("same"));
  }

  private static Tuple adopted(Claim claim, AsOf asOf, long audienceId) {
    Claim.Outcome outcome = claim.outcome();
    JsonArray notes = new JsonArray();
    claim.notes().forEach(note -> notes.addAll(ClaimRows.written(note)));
    return columns(claim, asOf, audienceId)
        .addJsonArray(notes)
        .addString(outcome == null ? null : outcome.decision().name())
        .addString(outcome == null ? null : outcome.by())
        .addOffsetDateTime(outcome == null ? null : Rows.utc(outcome.at()));
  }

  private Future<Long> audience(
      String entity, String attestationName, Audience audience, AsOf asOf) {
    Tuple parameters =
        Tuple.of(
            entity,
            attestationName,
            audience.attestorEntity(),
            audience.selfAttestation(),
            Json.write(audience.condition()).text(),
            asOf.revision());
    return transaction
        .preparedQuery(AUDIENCE)
        .execute(parameters)
        .map(rows -> Rows.one(rows).getLong("id"));
  }

  private Future<Boolean> insert(Claim claim, AsOf asOf, long audienceId) {
    return transaction
        .preparedQuery(INSERT)
        .execute(columns(claim, asOf, audienceId))
        .map(result -> result.rowCount() == 1);
  }

  private static Tuple columns(Claim claim, AsOf asOf, long audienceId) {
    return Tuple.tuple()
        .addUUID(claim.id())
        .addString(claim.entity())
        .addString(claim.entityId())
        .addString(claim.status().name())
        .addString(claim.attestationId())
        .addString(claim.attestationName())
        .addLong(audienceId)
        .addString(Json.write(claim.audience().requester()).text())
        .addArrayOfString(claim.audience().owners().toArray(String[]::new))
        .addLong(asOf.version())
        .addString(text(claim.propertyData()))
        .addString(text(claim.additionalInput()))
        .addString(claim.raisedBy())
        .addOffsetDateTime(Rows.utc(claim.createdAt()));
  }

  private Future<Void> keys(UUID id, Audience audience) {
    Set<LookupKey> keys = audience.keys();
    return keys.isEmpty()
        ? Future.succeededFuture()
        : transaction
            .preparedQuery(KEYS)
            .execute(
                Tuple.of(id)
                    .addArrayOfInteger(keys.stream().map(LookupKey::length).toArray(Integer[]::new))
                    .addArrayOfString(keys.stream().map(LookupKey::value).toArray(String[]::new)))
            .mapEmpty();
  }

  /** Refreshes a claim as described in {@link org.attestry.claims.claim.PgClaimStore#refresh}. */
  Future<Boolean> refresh(UUID id, Audience audience, AsOf asOf) {
    return transaction
        .preparedQuery(SUBJECT)
        .execute(Tuple.of(id))
        .compose(
            rows -> {
              Row row = Rows.one(rows);
              return audience(
                  row.getString("entity"), row.getString("attestation_name"), audience, asOf);
            })
        .compose(audienceId -> refresh(id, audience, asOf.version(), audienceId))
        .compose(
            changed ->
                changed
                    ? transaction
                        .preparedQuery(FORGET_KEYS)
                        .execute(Tuple.of(id))
                        .compose(forgotten -> keys(id, audience))
                    : Future.succeededFuture())
        .compose(
            done -> transaction.preparedQuery(IS_REFRESHED).execute(Tuple.of(id, asOf.version())))
        .map(rows -> rows.size() == 0 || Rows.one(rows).getBoolean("refreshed"));
  }

  private Future<Boolean> refresh(UUID id, Audience audience, long version, long audienceId) {
    Tuple parameters =
        Tuple.of(id)
            .addLong(audienceId)
            .addString(Json.write(audience.requester()).text())
            .addArrayOfString(audience.owners().toArray(String[]::new))
            .addLong(version);
    return transaction
        .preparedQuery(REFRESH)
        .execute(parameters)
        .map(result -> result.rowCount() == 1);
  }

  /**
   * Ends the attempt to open a claim, with this transaction.
   *
   * @return the changes since the attempt began; fails UNAVAILABLE if the attempt began so long ago
   *     that its record was deleted
   */
  public Future<ConcurrentChanges> endRaising(UUID attempt) {
    return transaction
        .preparedQuery(END_RAISING)
        .execute(Tuple.of(attempt))
        .map(PgClaimTransaction::concurrent);
  }

  private static ConcurrentChanges concurrent(RowSet<Row> rows) {
    if (rows.size() == 0) {
      throw ClaimFailures.raisedTooSlowly();
    }
    Row row = Rows.one(rows);
    Optional<Withdrawal> withdrawal =
        row.getBoolean("withdrawn")
            ? Optional.of(new Withdrawal(row.getString("withdrawn_by")))
            : Optional.empty();
    return new ConcurrentChanges(withdrawal, row.getLong("entity_version"));
  }

  /**
   * Closes a claim, even if it is still being opened, and publishes that it is closed. A decision
   * with an attempt is final, and replaces an earlier closing without an attempt.
   */
  public Future<Void> close(Closing closing, CallContext context) {
    return transaction
        .preparedQuery(TAKE_ATTEMPTS)
        .execute(Tuple.of(closing.claim(), closing.attempt()))
        .compose(attempts -> markRaising(closing).map(attempts))
        .compose(attempts -> close(closing, chosen(attempts, closing.attempt())))
        .compose(closed -> publishClosed(closed, context));
  }

  private Future<Void> markRaising(Closing closing) {
    return transaction
        .preparedQuery(MARK_RAISING_OF_CLAIM)
        .execute(Tuple.of(closing.claim(), closing.by()))
        .mapEmpty();
  }

  private Future<RowSet<Row>> close(Closing closing, Optional<Row> attempt) {
    String by = attempt.map(row -> row.getString("decided_by")).orElse(closing.by());
    String token = token(attempt);
    Tuple parameters =
        Tuple.tuple()
            .addUUID(closing.claim())
            .addString(closing.decision().name())
            .addUUID(closing.attempt())
            .addString(by)
            .addOffsetDateTime(Rows.utc(closing.at()))
            .addJsonArray(note(attempt, by, closing.at()))
            .addString(token);
    return transaction.preparedQuery(CLOSE).execute(parameters);
  }

  /**
   * Adds a grant to a claim, with the token and the note of the attempt that granted, as far as the
   * attempt is known.
   */
  public Future<Void> addGrant(UUID claim, UUID attempt, ClaimGrant grant) {
    return transaction
        .preparedQuery(TAKE_ATTEMPT)
        .execute(Tuple.of(attempt))
        .compose(
            taken ->
                transaction
                    .preparedQuery(ADD_GRANT)
                    .execute(addedGrant(claim, Rows.first(taken, row -> row), grant)))
        .mapEmpty();
  }

  private static Tuple addedGrant(UUID claim, Optional<Row> attempt, ClaimGrant grant) {
    String token = token(attempt);
    return Tuple.tuple()
        .addUUID(claim)
        .addJsonArray(ClaimRows.written(new ClaimGrant(grant.by(), token, grant.at())))
        .addJsonArray(note(attempt, grant.by(), grant.at()));
  }

  private static String token(Optional<Row> attempt) {
    return attempt.map(row -> row.getString("token_id")).orElse(null);
  }

  /** Returns the attempt's note as an array of one, or an empty array if it has none. */
  private static JsonArray note(Optional<Row> attempt, String by, Instant at) {
    return attempt
        .map(row -> row.getString("note"))
        .map(text -> new ClaimNote(null, by, token(attempt), at, text, List.of()))
        .map(ClaimRows::written)
        .orElseGet(JsonArray::new);
  }

  private static Optional<Row> chosen(RowSet<Row> attempts, UUID wanted) {
    return attempts.stream().filter(attempt -> attempt.getUUID("id").equals(wanted)).findFirst();
  }

  /**
   * Closes the entity's open claims as WITHDRAWN, also those that are being opened, and publishes
   * which are closed.
   *
   * @param only the only claim to close, or null for all claims of the entity
   */
  public Future<Void> withdraw(
      String entity, String entityId, UUID only, String by, CallContext context) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    Tuple parameters =
        Tuple.tuple()
            .addString(entity)
            .addString(entityId)
            .addUUID(only)
            .addString(by)
            .addOffsetDateTime(Rows.utc(now));
    return transaction
        .preparedQuery(MARK_RAISING)
        .execute(Tuple.of(entityId, only, by))
        .compose(marked -> transaction.preparedQuery(WITHDRAW).execute(parameters))
        .compose(closed -> publishClosed(closed, context));
  }

  public Future<Void> publish(List<Fact> facts) {
    return outbox.insert(transaction, facts);
  }

  private Future<Void> publishClosed(RowSet<Row> closed, CallContext context) {
    return publish(Rows.list(closed, row -> closed(ClaimRows.claim(row), context)));
  }

  private static Fact closed(Claim claim, CallContext context) {
    FactType<ClosedClaim> type =
        switch (claim.outcome().decision()) {
          case GRANTED -> ClaimsFacts.CLAIM_GRANTED;
          case REJECTED -> ClaimsFacts.CLAIM_REJECTED;
          case WITHDRAWN -> ClaimsFacts.CLAIM_WITHDRAWN;
          case EXPIRED -> ClaimsFacts.CLAIM_EXPIRED;
        };
    ClosedClaim closed =
        new ClosedClaim(
            claim.id().toString(),
            claim.entity(),
            claim.entityId(),
            claim.attestationName(),
            claim.outcome().by());
    return Facts.of(type, claim.entityId(), closed, context);
  }

  private static String text(JsonBytes json) {
    return json == null ? null : json.text();
  }
}
