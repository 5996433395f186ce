package org.attestry.claims.store;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlResult;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.attestry.claims.domain.Audience;
import org.attestry.claims.domain.Claim;
import org.attestry.claims.domain.ClaimPosition;
import org.attestry.claims.domain.ClaimStore;
import org.attestry.claims.domain.DecisionAttempt;
import org.attestry.contracts.Fact;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.OpenClaimsPage.OpenClaim;
import org.attestry.runtime.facts.Inbox;
import org.attestry.runtime.facts.Outbox;
import org.attestry.runtime.postgres.Database;

/** Claims in PostgreSQL. */
public final class PgClaimStore implements ClaimStore {

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

  /** The fact of a decision comes before it is forgotten itself, after 30 days. */
  private static final String BEGIN =
      """
      WITH old AS (
        DELETE FROM attempt WHERE at < now() - interval '30 days'
      )
      INSERT INTO attempt (id, claim_id, decision, decided_by, note, at)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (id) DO NOTHING
      """;

  private static final String FORGET = "DELETE FROM attempt WHERE id = $1";

  /** No attempt takes minutes: each of its steps has a limit of seconds. */
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
          FROM unnest($1::uuid[]) WITH ORDINALITY AS asked (id, place)
          JOIN claim c ON c.id = asked.id
          JOIN audience a ON a.id = c.audience_id
          ORDER BY asked.place
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

  private final Database database;
  private final Outbox outbox;
  private final Runnable committed;
  private final PgInbox inbox;

  /**
   * @param committed is run after each commit that may have facts in the outbox
   */
  public PgClaimStore(Database database, Outbox outbox, Runnable committed) {
    this.database = database;
    this.outbox = outbox;
    this.committed = committed;
    this.inbox = new PgInbox(database);
  }

  @Override
  public Future<Optional<Claim>> find(UUID id) {
    return database
        .shortReads(FIND)
        .execute(Tuple.of(id))
        .map(rows -> ClaimRows.claims(rows).stream().findFirst());
  }

  @Override
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

  @Override
  public Future<List<OpenClaim>> open(UUID after, Instant createdBefore, int limit) {
    return database
        .searches(OPEN)
        .collecting(
            Collectors.mapping(
                row ->
                    new OpenClaim(
                        row.getUUID("id").toString(),
                        row.getString("entity"),
                        row.getString("entity_id")),
                Collectors.toList()))
        .execute(Tuple.of(after, createdBefore.atOffset(ZoneOffset.UTC), limit))
        .map(SqlResult::value);
  }

  @Override
  public Future<Void> begin(DecisionAttempt attempt) {
    Tuple parameters =
        Tuple.tuple()
            .addUUID(attempt.id())
            .addUUID(attempt.claimId())
            .addString(attempt.decision().name())
            .addString(attempt.by())
            .addString(attempt.note())
            .addOffsetDateTime(attempt.at().atOffset(ZoneOffset.UTC));
    return database.writes(BEGIN).execute(parameters).mapEmpty();
  }

  @Override
  public Future<Void> forget(UUID attempt) {
    return database.writes(FORGET).execute(Tuple.of(attempt)).mapEmpty();
  }

  @Override
  public Future<List<Claim>> find(List<UUID> ids) {
    return ids.isEmpty()
        ? Future.succeededFuture(List.of())
        : database
            .orderedScans(FIND_ALL)
            .execute(Tuple.tuple().addArrayOfUUID(ids.toArray(UUID[]::new)))
            .map(ClaimRows::claims);
  }

  @Override
  public Future<List<StoredAudience>> audiences(String type) {
    return inbox.audiences(type);
  }

  @Override
  public Future<Map<Long, Set<Integer>>> lengths(List<Long> audiences) {
    return inbox.lengths(audiences);
  }

  @Override
  public Future<List<Candidate>> candidates(Selection selection, ClaimPosition from, int limit) {
    return inbox.candidates(selection, from, limit);
  }

  @Override
  public Future<Count> count(Selection selection, ClaimPosition from, int most) {
    return inbox.count(selection, from, most);
  }

  /** Two statements: the first waits for a claim that is being stored, the second finds it. */
  @Override
  public Future<List<UUID>> outdated(String osid, long version) {
    return database
        .writes(MARK_CHANGED)
        .execute(Tuple.of(osid, version))
        .compose(marked -> database.writes(OUTDATED).execute(Tuple.of(osid, version)))
        .map(rows -> ClaimRows.all(rows, row -> row.getUUID("id")));
  }

  @Override
  public Future<Void> refresh(UUID id, Audience audience, long version) {
    return database.inTransaction(
        transaction -> new PgClaimWriting(transaction, outbox).refresh(id, audience, version));
  }

  @Override
  public Future<Boolean> beginRaising(Fact fact, UUID attempt, UUID claimId, String osid) {
    return database
        .writes(BEGIN_RAISING)
        .execute(Tuple.of(attempt, claimId, osid, fact.id()))
        .map(result -> result.rowCount() == 1);
  }

  @Override
  public Future<Boolean> once(Fact fact, String osid, Function<Writing, Future<Void>> work) {
    return database
        .inTransaction(
            transaction ->
                Inbox.take(transaction, fact.id())
                    .compose(
                        isNew ->
                            isNew
                                ? lock(transaction, osid)
                                    .compose(
                                        locked ->
                                            work.apply(new PgClaimWriting(transaction, outbox)))
                                    .map(true)
                                : Future.succeededFuture(false)))
        .onSuccess(done -> committed.run());
  }

  private static Future<Void> lock(SqlClient transaction, String osid) {
    return transaction.preparedQuery(LOCK_ENTITY).execute(Tuple.of(osid)).mapEmpty();
  }
}
