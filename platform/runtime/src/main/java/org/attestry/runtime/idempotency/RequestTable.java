package org.attestry.runtime.idempotency;

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
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/**
 * The table {@code idempotent_request (caller text, operation text, key text, digest bytea, attempt
 * uuid UNIQUE, begun_at timestamptz, held_until timestamptz, answer text, PRIMARY KEY (caller,
 * operation, key))} of a service.
 */
public record RequestTable(Database database) {

  /**
   * Begins a request. The same request may begin again when its reservation has ended without a
   * reply. It keeps the id of its first attempt, so that only one attempt can store a reply.
   */
  private static final String BEGIN =
      """
      INSERT INTO idempotent_request AS known
        (caller, operation, key, digest, attempt, begun_at, held_until)
      VALUES ($1, $2, $3, $4, $5, now(), now() + $6 * interval '1 millisecond')
      ON CONFLICT (caller, operation, key) DO UPDATE
      SET digest = excluded.digest, answer = NULL, held_until = excluded.held_until,
          attempt = CASE WHEN known.begun_at < now() - interval '24 hours'
                    THEN excluded.attempt ELSE known.attempt END,
          begun_at = CASE WHEN known.begun_at < now() - interval '24 hours'
                     THEN excluded.begun_at ELSE known.begun_at END
      WHERE known.begun_at < now() - interval '24 hours'
         OR (known.answer IS NULL AND known.digest = excluded.digest
             AND (known.held_until <= now() OR known.attempt = excluded.attempt))
      RETURNING attempt
      """;

  private static final String FIND =
      """
      SELECT digest, answer FROM idempotent_request
      WHERE caller = $1 AND operation = $2 AND key = $3
      """;

  /**
   * Stores a reply ($2) under an attempt ($1); returns no row if the attempt has a reply or was
   * deleted. May also be executed in the transaction of the effect.
   */
  public static final String STORE_REPLY =
      """
      UPDATE idempotent_request SET answer = $2
      WHERE attempt = $1 AND answer IS NULL RETURNING attempt
      """;

  private static final String SUSPEND =
      "UPDATE idempotent_request SET held_until = now() WHERE attempt = $1 AND answer IS NULL";

  private static final String RELEASE =
      "DELETE FROM idempotent_request WHERE attempt = $1 AND answer IS NULL";

  /** Deletes in batches, so that no SQL statement runs long. */
  private static final String FORGET =
      """
      DELETE FROM idempotent_request WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM idempotent_request WHERE begun_at < now() - interval '24 hours'
        LIMIT 10000))
      """;

  /**
   * Begins a request, unless it is in flight or completed.
   *
   * @param attempt the attempt id if the request has none yet; the same for each retry of one call
   * @param hold how long the request counts as in flight if its process crashes
   */
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
            begun ->
                begun.size() == 1
                    ? Future.succeededFuture(new Begun.Ours(Rows.one(begun).getUUID("attempt")))
                    : find(request));
  }

  /**
   * Whether two sendings of one call inserted at the same time: ON CONFLICT covers the primary key
   * only, not the unique attempt. By then the other sending has committed.
   */
  private static boolean isBegunAtOnce(Throwable cause) {
    return cause instanceof PgException sql
        && "idempotent_request_attempt_key".equals(sql.getConstraint());
  }

  private Future<Begun> find(Request request) {
    return database.shortReads(FIND).execute(named(request)).map(rows -> read(rows, request));
  }

  /** Evaluates the stored request. A missing row belonged to an attempt that has just failed. */
  private static Begun read(RowSet<Row> rows, Request request) {
    if (!rows.iterator().hasNext()) {
      return new Begun.InFlight();
    }
    Row row = Rows.one(rows);
    if (!Arrays.equals(row.getBuffer("digest").getBytes(), request.digest())) {
      return new Begun.Other();
    }
    String answer = row.getString("answer");
    return answer == null ? new Begun.InFlight() : new Begun.Completed(JsonBytes.of(answer));
  }

  /** Stores the reply of an attempt, if the transaction of its effect did not store it. */
  public Future<Void> complete(UUID attempt, JsonBytes reply) {
    return database.writes(STORE_REPLY).execute(Tuple.of(attempt, reply.text())).mapEmpty();
  }

  /**
   * Ends an attempt with an unknown outcome: the same request may begin again, with the same
   * attempt id.
   */
  public Future<Void> suspend(UUID attempt) {
    return database.writes(SUSPEND).execute(Tuple.of(attempt)).mapEmpty();
  }

  /** Deletes an attempt that had no effect: any request may use the key again. */
  public Future<Void> release(UUID attempt) {
    return database.writes(RELEASE).execute(Tuple.of(attempt)).mapEmpty();
  }

  /** Deletes requests that are older than a day. */
  public Future<Void> deleteOld() {
    return AsyncLoop.repeat(
        () -> database.writes(FORGET).execute().map(forgotten -> forgotten.rowCount() > 0));
  }

  private static Tuple named(Request request) {
    return Tuple.of(request.caller(), request.operation(), request.key());
  }

  /**
   * @param caller user id, empty without a caller
   * @param digest SHA-256 of the whole request
   */
  public record Request(String caller, String operation, String key, byte[] digest) {}

  /** The result of beginning a request. */
  public sealed interface Begun {

    /** This process does the work, with the id of the request's first attempt. */
    record Ours(UUID attempt) implements Begun {}

    /** The request was completed with this reply. */
    record Completed(JsonBytes reply) implements Begun {}

    /** Another attempt at the request is in flight. */
    record InFlight() implements Begun {}

    /** Another request has used this key. */
    record Other() implements Begun {}
  }
}
