package org.attestry.claims.store;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlResult;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.attestry.claims.domain.Attempt;
import org.attestry.claims.domain.Audience;
import org.attestry.claims.domain.Claim;
import org.attestry.claims.domain.ClaimStore;
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

  private static final String AUDIENCES =
      """
      SELECT id, audience FROM audience
      WHERE attestor_entity = $1 AND id > $2
      ORDER BY id
      LIMIT $3
      """;

  /** $1 type, $2 status or null, $3 audiences, $4 who raised it, $5 whether all are wanted. */
  private static final String SELECTED =
      """
      FROM claim c JOIN audience a ON a.id = c.audience_id
      WHERE ($2::text IS NULL OR c.status = $2)
        AND ((a.attestor_entity = $1 AND (c.audience_id = ANY ($3) OR $5))
          OR (c.entity = $1 AND (c.raised_by = $4 OR $5)))
      """;

  private static final String COUNT = "SELECT count(*) " + SELECTED;

  private static final String LIST =
      "SELECT "
          + ClaimRows.COLUMNS
          + SELECTED
          + """
          ORDER BY c.created_at DESC, c.id DESC
          LIMIT $6 OFFSET $7
          """;

  private static final String LOCK_ENTITY = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";

  private final Database database;
  private final Outbox outbox;
  private final Runnable committed;

  /**
   * @param committed is run after each commit that may have facts in the outbox
   */
  public PgClaimStore(Database database, Outbox outbox, Runnable committed) {
    this.database = database;
    this.outbox = outbox;
    this.committed = committed;
  }

  @Override
  public Future<Optional<Claim>> find(UUID id) {
    return database
        .statement(FIND)
        .execute(Tuple.of(id))
        .map(rows -> ClaimRows.claims(rows).stream().findFirst());
  }

  @Override
  public Future<Map<String, ClaimStatus>> statuses(List<UUID> ids) {
    return database
        .statement(STATUSES)
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
        .searching(OPEN)
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
  public Future<Void> begin(Attempt attempt) {
    Tuple parameters =
        Tuple.tuple()
            .addUUID(attempt.id())
            .addUUID(attempt.claimId())
            .addString(attempt.decision().name())
            .addString(attempt.by())
            .addString(attempt.note())
            .addOffsetDateTime(attempt.at().atOffset(ZoneOffset.UTC));
    return database.writing(BEGIN).execute(parameters).mapEmpty();
  }

  @Override
  public Future<Void> forget(UUID attempt) {
    return database.writing(FORGET).execute(Tuple.of(attempt)).mapEmpty();
  }

  @Override
  public Future<SortedMap<Long, Audience>> audiences(String attestorEntity, long after, int limit) {
    return database
        .statement(AUDIENCES)
        .execute(Tuple.of(attestorEntity, after, limit))
        .map(ClaimRows::audiences);
  }

  @Override
  public Future<Page> list(Selection selection, int limit, long offset) {
    Future<RowSet<Row>> count = database.searching(COUNT).execute(parameters(selection));
    Future<RowSet<Row>> claims =
        database.searching(LIST).execute(parameters(selection).addInteger(limit).addLong(offset));
    return Future.all(count, claims)
        .map(
            both ->
                new Page(
                    ClaimRows.claims(claims.result()),
                    count.result().iterator().next().getLong(0)));
  }

  private static Tuple parameters(Selection selection) {
    return Tuple.tuple()
        .addString(selection.type())
        .addString(selection.status() == null ? null : selection.status().name())
        .addArrayOfLong(selection.audiences().toArray(Long[]::new))
        .addString(selection.raisedBy())
        .addBoolean(selection.all());
  }

  @Override
  public Future<Boolean> beginRaising(Fact fact, UUID attempt, UUID claimId, String osid) {
    return database
        .writing(BEGIN_RAISING)
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
