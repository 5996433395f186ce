package org.attestry.runtime.outbox;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.Fact.ReadFactRequest;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/**
 * Serves those facts of a service that were too large for Kafka to consumers, which received them
 * without data. They are stored unchanged for 30 days, as long as an inbox stores the id of a fact.
 */
public final class FactData {

  private static final String FIND = "SELECT event FROM fact_data WHERE fact_id = $1";

  private static final String FORGET =
      """
      DELETE FROM fact_data WHERE fact_id = ANY(ARRAY(
        SELECT fact_id FROM fact_data WHERE sent_at < now() - interval '30 days' LIMIT 100))
      """;

  private final Database database;

  private FactData(Database database) {
    this.database = database;
  }

  /** Binds the operation that reads the facts of a service. */
  public static void serve(BusServer server, String service, Database database) {
    server.bind(Fact.readingFrom(service), new FactData(database)::read);
  }

  private Future<Fact> read(ReadFactRequest request, CallContext context) {
    return database
        .shortReads(FIND)
        .execute(Tuple.of(request.id()))
        .map(rows -> Rows.first(rows, row -> row.getString(0)).orElseThrow(FactData::notKept))
        .map(event -> Facts.decode(JsonBytes.of(event).utf8()));
  }

  public static Future<Void> deleteOld(SqlClient client) {
    return AsyncLoop.repeat(
        () -> client.query(FORGET).execute().map(forgotten -> forgotten.rowCount() > 0));
  }

  private static FailureException notKept() {
    return FailureException.notFound(
        "fact.not-kept",
        "The data of this fact is not kept: it was sent more than 30 days ago, or by another"
            + " database.");
  }
}
