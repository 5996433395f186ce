package org.attestry.registry.store;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import org.attestry.contracts.JsonBytes;
import org.attestry.registry.domain.idempotency.RequestStore;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.work.AsyncLoop;

/** The table {@code idempotent_request}. */
public record PgRequestStore(Database database) implements RequestStore {

  /**
   * A request whose hold expired without a reply had no effect and cannot have one: it may begin
   * again.
   */
  private static final String BEGIN =
      """
      INSERT INTO idempotent_request AS known
        (caller, operation, key, digest, attempt, begun_at, held_until)
      VALUES ($1, $2, $3, $4, $5, now(), now() + $6 * interval '1 millisecond')
      ON CONFLICT (caller, operation, key) DO UPDATE
      SET digest = excluded.digest, attempt = excluded.attempt, begun_at = excluded.begun_at,
          held_until = excluded.held_until, answer = NULL
      WHERE known.begun_at < now() - interval '24 hours'
         OR (known.answer IS NULL
             AND (known.held_until < now() OR known.attempt = excluded.attempt))
      RETURNING attempt
      """;

  private static final String FIND =
      """
      SELECT digest, answer FROM idempotent_request
      WHERE caller = $1 AND operation = $2 AND key = $3
      """;

  private static final String RELEASE =
      "DELETE FROM idempotent_request WHERE attempt = $1 AND answer IS NULL";

  /** Some at a time: a statement is not to take long. */
  private static final String FORGET =
      """
      DELETE FROM idempotent_request WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM idempotent_request WHERE begun_at < now() - interval '24 hours'
        LIMIT 10000))
      """;

  @Override
  public Future<Begun> begin(Request request, UUID attempt, Duration hold) {
    Tuple parameters =
        named(request)
            .addBuffer(Buffer.buffer(request.digest()))
            .addUUID(attempt)
            .addLong(hold.toMillis());
    return database
        .writes(BEGIN)
        .execute(parameters)
        .recover(
            cause ->
                isBegunAtOnce(cause)
                    ? database.writes(BEGIN).execute(parameters)
                    : Future.failedFuture(cause))
        .compose(
            taken ->
                taken.rowCount() == 1
                    ? Future.succeededFuture(new Begun.Ours(attempt))
                    : find(request));
  }

  /**
   * Two sendings of one call insert at once: ON CONFLICT names the primary key alone. The other
   * sending has committed by then.
   */
  private static boolean isBegunAtOnce(Throwable cause) {
    return cause instanceof PgException sql
        && "idempotent_request_attempt_key".equals(sql.getConstraint());
  }

  private Future<Begun> find(Request request) {
    return database.shortReads(FIND).execute(named(request)).map(rows -> read(rows, request));
  }

  /** A row that is gone again belongs to an attempt that failed just now. */
  private static Begun read(RowSet<Row> rows, Request request) {
    if (!rows.iterator().hasNext()) {
      return new Begun.InFlight();
    }
    Row row = rows.iterator().next();
    if (!Arrays.equals(row.getBuffer("digest").getBytes(), request.digest())) {
      return new Begun.Other();
    }
    String answer = row.getString("answer");
    return answer == null ? new Begun.InFlight() : new Begun.Replied(JsonBytes.of(answer));
  }

  @Override
  public Future<Void> release(UUID attempt) {
    return database.writes(RELEASE).execute(Tuple.of(attempt)).mapEmpty();
  }

  @Override
  public Future<Void> forgetOld() {
    return AsyncLoop.repeat(
        () -> database.writes(FORGET).execute().map(forgotten -> forgotten.rowCount() > 0));
  }

  private static Tuple named(Request request) {
    return Tuple.of(request.caller(), request.operation(), request.key());
  }
}
