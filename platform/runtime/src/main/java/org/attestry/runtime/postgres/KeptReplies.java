package org.attestry.runtime.postgres;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/**
 * Stores the replies to calls that changed data, by call id, in a service's table {@code kept_reply
 * (call_id uuid PRIMARY KEY, reply text)}. A reply is written in the transaction of its change, so
 * a repeated call finds the reply, and of two concurrent calls with the same id only one can
 * commit.
 */
public final class KeptReplies {

  private static final String FIND = "SELECT reply FROM kept_reply WHERE call_id = $1";

  /**
   * Also deletes replies older than a day: ids sort by their time, so older ids are smaller than an
   * id whose time is a day ago.
   */
  private static final String KEEP =
      """
      WITH old AS (
        DELETE FROM kept_reply WHERE call_id < $3
      )
      INSERT INTO kept_reply (call_id, reply) VALUES ($1, $2)
      """;

  private static final long DAY_MILLIS = 86_400_000;

  private KeptReplies() {}

  /**
   * Does the work in one transaction, once for each call.
   *
   * @param callId null if the call is never repeated
   * @return the reply of the work, or the stored reply of the same call
   */
  public static <R> Future<R> once(
      Database database, UUID callId, Class<R> reply, Function<SqlConnection, Future<R>> work) {
    if (callId == null) {
      return database.inTransaction(work);
    }
    return database
        .inTransaction(
            transaction ->
                find(transaction, callId, reply)
                    .compose(
                        before ->
                            before.isPresent()
                                ? Future.succeededFuture(before.get())
                                : work.apply(transaction)
                                    .compose(done -> keep(transaction, callId, done).map(done))))
        .recover(cause -> elsewhere(database, callId, reply, cause));
  }

  /**
   * Returns the reply if another replica has committed the same call meanwhile, which made this
   * attempt fail; else fails with the cause.
   */
  private static <R> Future<R> elsewhere(
      Database database, UUID callId, Class<R> reply, Throwable cause) {
    return find(database.statements(), callId, reply)
        .recover(unknown -> Future.failedFuture(cause))
        .compose(
            found ->
                found.map(Future::succeededFuture).orElseGet(() -> Future.failedFuture(cause)));
  }

  /** Finds the stored reply of a call. */
  public static <R> Future<Optional<R>> find(SqlClient client, UUID callId, Class<R> reply) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(callId))
        .map(
            rows ->
                Rows.first(rows, row -> Json.read(JsonBytes.of(row.getString("reply")), reply)));
  }

  /** Stores the reply for a day; fails with SQLSTATE 23505 if the call has a reply already. */
  private static Future<Void> keep(SqlClient transaction, UUID callId, Object reply) {
    UUID dayAgo = new UUID((System.currentTimeMillis() - DAY_MILLIS) << 16, 0);
    return transaction
        .preparedQuery(KEEP)
        .execute(Tuple.of(callId, Json.write(reply).text(), dayAgo))
        .mapEmpty();
  }
}
