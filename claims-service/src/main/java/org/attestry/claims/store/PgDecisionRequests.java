package org.attestry.claims.store;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.UUID;
import org.attestry.claims.domain.DecisionRequests;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.claims.AttestedClaim;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.postgres.Database;

/** Decisions under an {@code Idempotency-Key} in PostgreSQL. */
public final class PgDecisionRequests implements DecisionRequests {

  private static final String BEGIN =
      """
      INSERT INTO decision_request AS r (caller, key, digest, attempt, begun_at, held_until)
      VALUES ($1, $2, $3, $4, now(), now() + $5 * interval '1 millisecond')
      ON CONFLICT (caller, key) DO UPDATE
      SET digest = excluded.digest, answer = NULL, held_until = excluded.held_until,
          attempt = CASE WHEN r.begun_at < now() - interval '1 day'
                    THEN excluded.attempt ELSE r.attempt END,
          begun_at = CASE WHEN r.begun_at < now() - interval '1 day'
                     THEN excluded.begun_at ELSE r.begun_at END
      WHERE r.begun_at < now() - interval '1 day'
         OR (r.answer IS NULL AND r.digest = excluded.digest
             AND (r.held_until < now() OR r.attempt = excluded.attempt))
      RETURNING attempt
      """;

  private static final String FIND =
      "SELECT digest, answer FROM decision_request WHERE caller = $1 AND key = $2";

  private static final String ANSWERED =
      """
      WITH old AS (DELETE FROM decision_request WHERE begun_at < now() - interval '1 day')
      UPDATE decision_request SET answer = $2
      WHERE attempt = $1 AND begun_at >= now() - interval '1 day'
      """;

  private static final String RELEASE =
      "DELETE FROM decision_request WHERE attempt = $1 AND answer IS NULL";

  private final Database database;

  public PgDecisionRequests(Database database) {
    this.database = database;
  }

  @Override
  public Future<Begun> begin(Request request, UUID attempt, Duration hold) {
    return database
        .writes(BEGIN)
        .execute(
            Tuple.of(request.caller(), request.key(), request.digest(), attempt, hold.toMillis()))
        .compose(
            rows ->
                rows.size() == 1
                    ? Future.succeededFuture(
                        new Begun.Ours(rows.iterator().next().getUUID("attempt")))
                    : find(request));
  }

  /** One that was released meanwhile may be sent again, as one in flight may. */
  private Future<Begun> find(Request request) {
    return database
        .writes(FIND)
        .execute(Tuple.of(request.caller(), request.key()))
        .map(rows -> rows.size() == 0 ? new Begun.InFlight() : begun(rows, request));
  }

  private static Begun begun(RowSet<Row> rows, Request request) {
    Row row = rows.iterator().next();
    if (!row.getString("digest").equals(request.digest())) {
      return new Begun.Other();
    }
    String answer = row.getString("answer");
    return answer == null
        ? new Begun.InFlight()
        : new Begun.Answered(Json.read(JsonBytes.of(answer), AttestedClaim.class));
  }

  @Override
  public Future<Void> answered(UUID attempt, AttestedClaim answer) {
    return database
        .writes(ANSWERED)
        .execute(Tuple.of(attempt, Json.write(answer).text()))
        .mapEmpty();
  }

  @Override
  public Future<Void> release(UUID attempt) {
    return database.writes(RELEASE).execute(Tuple.of(attempt)).mapEmpty();
  }
}
