package org.attestry.runtime.outbox;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.Fact;

/** Writes the facts of one service in the transaction of the change that they report. */
public final class Outbox {

  private static final String INSERT =
      """
      INSERT INTO outbox (id, topic, subject, event)
      SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[])
      """;

  private final String topic;

  /**
   * @param service the service; its topic is {@code attestry.<service>}
   */
  public Outbox(String service) {
    this.topic = "attestry." + service;
  }

  /** Writes facts in the caller's transaction. */
  public Future<Void> insert(SqlClient transaction, List<Fact> facts) {
    if (facts.isEmpty()) {
      return Future.succeededFuture();
    }
    return transaction.preparedQuery(INSERT).execute(bind(Tuple.tuple(), facts)).mapEmpty();
  }

  /**
   * Appends the parameters for an SQL statement that writes a change and its facts in one round
   * trip: four arrays (id, topic, subject, event), which the statement inserts with {@code INSERT
   * INTO outbox (id, topic, subject, event) SELECT * FROM unnest($n::uuid[], $n+1::text[],
   * $n+2::text[], $n+3::text[])}.
   */
  public Tuple bind(Tuple parameters, List<Fact> facts) {
    String[] topics = new String[facts.size()];
    Arrays.fill(topics, topic);
    return parameters
        .addArrayOfUUID(facts.stream().map(Fact::id).toArray(UUID[]::new))
        .addArrayOfString(topics)
        .addArrayOfString(facts.stream().map(Fact::subject).toArray(String[]::new))
        .addArrayOfString(
            facts.stream().map(f -> Facts.encode(f, topic).text()).toArray(String[]::new));
  }
}
