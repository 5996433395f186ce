package org.attestry.runtime.facts;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.UUID;
import org.attestry.runtime.work.AsyncLoop;

/**
 * Makes acting on a fact idempotent. A fact may come twice, over the bus and from Kafka, even at
 * the same time: the second waits for the first one's transaction and then finds the id taken.
 */
public final class Inbox {

  private static final String TAKE =
      "INSERT INTO inbox (event_id) VALUES ($1) ON CONFLICT DO NOTHING";

  /** Longer than any topic keeps a fact that could come again. */
  private static final String FORGET =
      """
      DELETE FROM inbox WHERE event_id = ANY(ARRAY(
        SELECT event_id FROM inbox WHERE received_at < now() - interval '30 days' LIMIT 5000))
      """;

  private Inbox() {}

  /**
   * Takes a fact in the transaction of its effect.
   *
   * @return true when it is new; false when its effect is already committed
   */
  public static Future<Boolean> take(SqlClient transaction, UUID factId) {
    return transaction
        .preparedQuery(TAKE)
        .execute(Tuple.of(factId))
        .map(result -> result.rowCount() == 1);
  }

  /** Forgets facts that cannot come again, few at a time: others work meanwhile. */
  static Future<Void> forgetOld(SqlClient client) {
    return AsyncLoop.repeat(
        () -> client.query(FORGET).execute().map(forgotten -> forgotten.rowCount() > 0));
  }
}
