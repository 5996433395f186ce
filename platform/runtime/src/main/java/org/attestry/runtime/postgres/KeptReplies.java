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
 * The replies to calls that changed something, by the calls' ids, in a service's table {@code
 * kept_reply (call_id uuid PRIMARY KEY, reply text)}. A reply is written in the transaction of its
 * change, so a call that comes again finds it, and of two that come at once only one can commit.
 */
public final class KeptReplies {

  private static final String FIND = "SELECT reply FROM kept_reply WHERE call_id = $1";

  /** Ids sort by their time: those of yesterday are smaller than one whose time was a day ago. */
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
   * @param callId null where there are no repetitions
   * @return the reply of the work, or the one that the call had before
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
   * The same call may have been committed by another replica meanwhile, which made this one fail.
   */
  private static <R> Future<R> elsewhere(
      Database database, UUID callId, Class<R> reply, Throwable cause) {
    return find(database.statements(), callId, reply)
        .recover(unknown -> Future.failedFuture(cause))
        .compose(
            found ->
                found.map(Future::succeededFuture).orElseGet(() -> Future.failedFuture(cause)));
  }

  /** The reply that the call had before. */
  public static <R> Future<Optional<R>> find(SqlClient client, UUID callId, Class<R> reply) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(callId))
        .map(
            rows ->
                Rows.first(rows, row -> Json.read(JsonBytes.of(row.getString("reply")), reply)));
  }

  /** Keeps the reply for a day; fails with SQLSTATE 23505 when the call has one. */
  private static Future<Void> keep(SqlClient transaction, UUID callId, Object reply) {
    UUID dayAgo = new UUID((System.currentTimeMillis() - DAY_MILLIS) << 16, 0);
    return transaction
        .preparedQuery(KEEP)
        .execute(Tuple.of(callId, Json.write(reply).text(), dayAgo))
        .mapEmpty();
  }
}
