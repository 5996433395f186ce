package org.attestry.runtime.outbox;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.UUID;
import org.attestry.runtime.async.AsyncLoop;

/**
 * Makes the handling of facts idempotent. A fact may arrive twice, over the bus and from Kafka,
 * even at the same time: the second handler waits for the first one's transaction and then finds
 * the id recorded.
 */
public final class Inbox {

  private static final String TAKE =
      "INSERT INTO inbox (event_id) VALUES ($1) ON CONFLICT DO NOTHING";

  /** The 30 days are longer than the retention of any topic. */
  private static final String FORGET =
      """
      DELETE FROM inbox WHERE event_id = ANY(ARRAY(
        SELECT event_id FROM inbox WHERE received_at < now() - interval '30 days' LIMIT 5000))
      """;

  private Inbox() {}

  /**
   * Records a fact as handled, in the transaction of its effect.
   *
   * @return true if the fact is new; false if its effect is already committed
   */
  public static Future<Boolean> take(SqlClient transaction, UUID factId) {
    return transaction
        .preparedQuery(TAKE)
        .execute(Tuple.of(factId))
        .map(result -> result.rowCount() == 1);
  }

  /** Deletes entries of facts that cannot arrive again, in small batches. */
  public static Future<Void> deleteOld(SqlClient client) {
    return AsyncLoop.repeat(
        () -> client.query(FORGET).execute().map(forgotten -> forgotten.rowCount() > 0));
  }
}
