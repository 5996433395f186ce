package org.attestry.runtime.outbox;

import io.vertx.core.Future;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.attestry.runtime.kafka.KafkaConfig;
import org.attestry.runtime.postgres.Rows;

/** The SQL statements on the outbox, executed on the connection that holds the relay's lock. */
final class OutboxTable {

  /** The most bytes of a batch. */
  private static final long BATCH_BYTES = 4_194_304;

  private static final String NEXT =
      """
      SELECT seq, id, topic, subject, bytes, bytes_before,
        CASE WHEN bytes <= $3 THEN event END AS event,
        EXISTS (
          SELECT FROM outbox_parked AS p WHERE p.subject = o.subject AND p.topic = o.topic
        ) AS held
      FROM (
        SELECT seq, id, topic, subject, event, bytes,
          sum(least(bytes, $3)) OVER (ORDER BY seq) - least(bytes, $3) AS bytes_before
        FROM (
          SELECT seq, id, topic, subject, event, octet_length(event) AS bytes
          FROM outbox WHERE seq >= $2 ORDER BY seq LIMIT $1
        ) AS next
      ) AS o
      WHERE bytes_before < $4
      ORDER BY seq
      """;

  private static final String DELETE = "DELETE FROM outbox WHERE seq = ANY($1)";
  private static final String EVENT = "SELECT event FROM outbox WHERE seq = $1";
  private static final String KEEP_WHOLE =
      """
      INSERT INTO fact_data (fact_id, event) SELECT id, event FROM outbox WHERE seq = $1
      ON CONFLICT (fact_id) DO UPDATE SET sent_at = now()
      """;

  private static final String ANY_PARKED =
      "SELECT EXISTS (SELECT FROM outbox_parked WHERE seq >= 0)";

  /**
   * Moves rows to the parked ones. A row without a reason only waits behind another one, and is not
   * moved if an operator has released that one meanwhile.
   */
  private static final String PARK =
      """
      WITH taken AS (
        DELETE FROM outbox AS o USING unnest($1::bigint[], $2::text[]) AS given (seq, reason)
        WHERE o.seq = given.seq
          AND (given.reason IS NOT NULL
            OR EXISTS (
              SELECT FROM outbox_parked AS p WHERE p.subject = o.subject AND p.topic = o.topic))
        RETURNING o.seq, o.id, o.topic, o.subject, o.event, o.written_at, given.reason
      )
      INSERT INTO outbox_parked (seq, id, topic, subject, event, written_at, reason)
      SELECT seq, id, topic, subject, event, written_at, reason FROM taken
      """;

  private OutboxTable() {}

  /**
   * A row of the outbox.
   *
   * @param event null if it is larger than an event with its data may be
   * @param held whether an earlier row of its subject is parked
   */
  record Pending(
      long seq, UUID id, String topic, String subject, long bytes, String event, boolean held) {

    /** Returns the order key: facts with the same key are sent in order. */
    String orderKey() {
      return topic + '\n' + subject;
    }

    Pending sending(String smaller) {
      return new Pending(seq, id, topic, subject, bytes, smaller, held);
    }
  }

  /**
   * The first rows of the outbox.
   *
   * @param more whether further rows may follow
   */
  record Pendings(List<Pending> rows, boolean more) {}

  /**
   * @param from the {@code seq} from which to read
   */
  static Future<Pendings> next(PgConnection connection, KafkaConfig config, long from) {
    return connection
        .preparedQuery(NEXT)
        .execute(Tuple.of(config.relayBatch(), from, config.factBytes(), BATCH_BYTES))
        .map(
            found -> {
              List<Pending> rows = new ArrayList<>();
              long bytes = 0;
              for (Row row : found) {
                rows.add(pending(row));
                bytes = row.getLong("bytes_before") + rows.getLast().bytes();
              }
              return new Pendings(rows, rows.size() >= config.relayBatch() || bytes >= BATCH_BYTES);
            });
  }

  static Future<Void> delete(PgConnection connection, List<Long> sent) {
    return sent.isEmpty()
        ? Future.succeededFuture()
        : connection
            .preparedQuery(DELETE)
            .execute(Tuple.tuple().addArrayOfLong(sent.toArray(Long[]::new)))
            .mapEmpty();
  }

  static Future<String> event(PgConnection connection, long seq) {
    return connection
        .preparedQuery(EVENT)
        .execute(Tuple.of(seq))
        .map(rows -> Rows.one(rows).getString(0));
  }

  /** Stores a whole event, for consumers that receive it without its data. */
  static Future<Void> keepWhole(PgConnection connection, long seq) {
    return connection.preparedQuery(KEEP_WHOLE).execute(Tuple.of(seq)).mapEmpty();
  }

  static Future<Boolean> anyParked(PgConnection connection) {
    return connection.preparedQuery(ANY_PARKED).execute().map(rows -> Rows.one(rows).getBoolean(0));
  }

  /**
   * @param parked {@code seq} to the reason, or to null for rows that wait behind another one
   */
  static Future<Void> park(PgConnection connection, Map<Long, String> parked) {
    Long[] seqs = parked.keySet().toArray(Long[]::new);
    String[] reasons = parked.values().toArray(String[]::new);
    return connection
        .begin()
        .compose(
            transaction ->
                ParkingLock.take(connection)
                    .compose(
                        _ ->
                            connection
                                .preparedQuery(PARK)
                                .execute(
                                    Tuple.tuple().addArrayOfLong(seqs).addArrayOfString(reasons)))
                    .compose(
                        moved -> transaction.commit(),
                        cause ->
                            transaction
                                .rollback()
                                .transform(undone -> Future.failedFuture(cause))));
  }

  private static Pending pending(Row row) {
    return new Pending(
        row.getLong("seq"),
        row.getUUID("id"),
        row.getString("topic"),
        row.getString("subject"),
        row.getLong("bytes"),
        row.getString("event"),
        row.getBoolean("held"));
  }
}
