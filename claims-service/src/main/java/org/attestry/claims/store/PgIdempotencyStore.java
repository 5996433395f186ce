package org.attestry.claims.store;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.UUID;
import org.attestry.claims.domain.IdempotencyStore;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.postgres.Database;

/** Requests under an {@code Idempotency-Key} in PostgreSQL. */
public final class PgIdempotencyStore implements IdempotencyStore {

  private static final String BEGIN =
      """
      INSERT INTO request AS r (caller, key, digest, attempt, begun_at, held_until)
      VALUES ($1, $2, $3, $4, now(), now() + $5 * interval '1 millisecond')
      ON CONFLICT (caller, key) DO UPDATE
      SET digest = excluded.digest, reply = NULL, held_until = excluded.held_until,
          attempt = CASE WHEN r.begun_at < now() - interval '1 day'
                    THEN excluded.attempt ELSE r.attempt END,
          begun_at = CASE WHEN r.begun_at < now() - interval '1 day'
                     THEN excluded.begun_at ELSE r.begun_at END
      WHERE r.begun_at < now() - interval '1 day'
         OR (r.reply IS NULL AND r.digest = excluded.digest
             AND (r.held_until < now() OR r.attempt = excluded.attempt))
      RETURNING attempt
      """;

  private static final String FIND =
      "SELECT digest, reply FROM request WHERE caller = $1 AND key = $2";

  private static final String COMPLETE =
      """
      WITH old AS (DELETE FROM request WHERE begun_at < now() - interval '1 day')
      UPDATE request SET reply = $2
      WHERE attempt = $1 AND begun_at >= now() - interval '1 day'
      """;

  private static final String RELEASE = "DELETE FROM request WHERE attempt = $1 AND reply IS NULL";

  private final Database database;

  public PgIdempotencyStore(Database database) {
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
                        new Begun.New(rows.iterator().next().getUUID("attempt")))
                    : find(request));
  }

  /** A request that was released meanwhile may be sent again, as one in flight may. */
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
    String reply = row.getString("reply");
    return reply == null ? new Begun.InFlight() : new Begun.Completed(JsonBytes.of(reply));
  }

  @Override
  public Future<Void> complete(UUID attempt, JsonBytes reply) {
    return database.writes(COMPLETE).execute(Tuple.of(attempt, reply.text())).mapEmpty();
  }

  @Override
  public Future<Void> release(UUID attempt) {
    return database.writes(RELEASE).execute(Tuple.of(attempt)).mapEmpty();
  }
}
