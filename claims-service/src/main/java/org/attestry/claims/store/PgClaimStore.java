package org.attestry.claims.store;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;
import java.util.function.Function;
import org.attestry.claims.domain.Audience;
import org.attestry.claims.domain.Claim;
import org.attestry.claims.domain.ClaimStore;
import org.attestry.contracts.Fact;
import org.attestry.contracts.claims.ClaimView.Note;
import org.attestry.contracts.claims.Decision;
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

  private static final String DECIDE =
      """
      WITH decided AS (
        UPDATE claim
        SET status = 'CLOSED', decision = $2, decided_by = $3, attested_on = $4,
            notes = notes || $5::jsonb
        WHERE id = $1 AND status = 'OPEN'
        RETURNING id
      ), told AS (
        INSERT INTO outbox (id, topic, subject, event)
        SELECT told.id, told.topic, told.subject, told.event
        FROM decided,
             unnest($6::uuid[], $7::text[], $8::text[], $9::text[]) AS told (id, topic, subject, event)
      )
      SELECT id FROM decided
      """;

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
  public Future<Boolean> decide(
      UUID id, Decision decision, String by, Instant at, Note note, Fact fact) {
    Tuple parameters =
        Tuple.tuple()
            .addUUID(id)
            .addString(decision.name())
            .addString(by)
            .addOffsetDateTime(at.atOffset(ZoneOffset.UTC))
            .addJsonArray(ClaimRows.written(note));
    return database
        .writing(DECIDE)
        .execute(outbox.bind(parameters, List.of(fact)))
        .map(rows -> rows.size() == 1)
        .onSuccess(
            won -> {
              if (won) {
                committed.run();
              }
            });
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
