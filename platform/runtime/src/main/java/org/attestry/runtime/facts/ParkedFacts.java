package org.attestry.runtime.facts;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attestry.runtime.outbox.OutboxRelay;
import org.attestry.runtime.outbox.ParkingLock;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/**
 * The operators' view of facts that a service could not send, and of facts of other services that
 * it could not handle. The running service processes a fact that is put back within a second.
 */
record ParkedFacts(Database database) {

  /** The most facts that are listed; further ones are only counted. */
  static final int MOST_LISTED = 100;

  private static final String LIST =
      """
      SELECT id, topic, subject, type, bytes, tries, retry_at, parked_at, behind, reason,
        count(*) OVER () AS total
      FROM (
        SELECT 'out-' || seq AS id, topic, subject,
          substring(left(event, 2000) FROM '"type":"([^"]{1,200})"') AS type,
          octet_length(event) AS bytes, 1 AS tries, NULL::timestamptz AS retry_at, parked_at,
          (SELECT count(*) FROM outbox_parked AS b
            WHERE b.subject = p.subject AND b.topic = p.topic AND b.seq <> p.seq) AS behind,
          reason
        FROM outbox_parked AS p WHERE reason IS NOT NULL
        UNION ALL
        SELECT 'in-' || seq, topic, subject,
          substring(encode(substring(event FROM 1 FOR 2000), 'escape')
            FROM '"type":"([^"]{1,200})"'),
          coalesce(octet_length(event), 0), tries, retry_at, parked_at,
          (SELECT count(*) FROM inbox_parked AS b
            WHERE b.subject = p.subject AND b.topic = p.topic AND b.seq <> p.seq),
          reason
        FROM inbox_parked AS p WHERE reason IS NOT NULL
      ) AS parked
      ORDER BY parked_at, id LIMIT $1
      """;

  private static final String BACK =
      """
      WITH back AS (
        DELETE FROM outbox_parked WHERE subject = $2 AND topic = $1
        RETURNING seq, id, topic, subject, event, written_at
      )
      INSERT INTO outbox (seq, id, topic, subject, event, written_at) OVERRIDING SYSTEM VALUE
      SELECT seq, id, topic, subject, event, written_at FROM back
      """;

  private static final String ALL_BACK =
      """
      WITH back AS (
        DELETE FROM outbox_parked RETURNING seq, id, topic, subject, event, written_at
      )
      INSERT INTO outbox (seq, id, topic, subject, event, written_at) OVERRIDING SYSTEM VALUE
      SELECT seq, id, topic, subject, event, written_at FROM back
      """;

  private static final String FIND_OUT =
      "SELECT topic, subject, reason FROM outbox_parked WHERE seq = $1";

  private static final String DROP_OUT =
      "DELETE FROM outbox_parked WHERE seq = $1 RETURNING topic, subject, reason";

  private static final String FIND_IN =
      "SELECT topic, subject, reason FROM inbox_parked WHERE seq = $1";

  private static final String TRY_AGAIN =
      "UPDATE inbox_parked SET tries = 0, retry_at = now() WHERE seq = $1";

  private static final String TRY_ALL_AGAIN =
      """
      UPDATE inbox_parked SET tries = 0, retry_at = now() WHERE reason IS NOT NULL
      """;

  /**
   * A parked fact.
   *
   * @param id the id in the operators' commands
   * @param type null if it cannot be decoded
   * @param retryAt when it is retried, or null if it waits for an operator
   * @param behind the number of facts with the same subject that wait for this one
   */
  record Parked(
      String id,
      String topic,
      String subject,
      String type,
      long bytes,
      int tries,
      OffsetDateTime retryAt,
      OffsetDateTime since,
      long behind,
      String reason) {}

  /**
   * @param total number of all parked facts
   */
  record Listing(List<Parked> parked, long total) {}

  /** The outcome of a command for one fact. */
  enum Outcome {
    DONE,
    UNKNOWN,
    WAITS_BEHIND_ANOTHER
  }

  /** Lists the parked facts, oldest first. */
  Future<Listing> list() {
    return database
        .searches(LIST)
        .execute(Tuple.of(MOST_LISTED))
        .map(
            rows -> {
              List<Parked> parked = new ArrayList<>();
              long total = 0;
              for (Row row : rows) {
                parked.add(parked(row));
                total = row.getLong("total");
              }
              return new Listing(parked, total);
            });
  }

  /** Retries a parked fact, then those waiting behind it. */
  Future<Outcome> replay(ParkedId id) {
    return changing(
        transaction ->
            first(transaction, id.isOut() ? FIND_OUT : FIND_IN, id)
                .compose(
                    found -> {
                      if (found.isEmpty()) {
                        return Future.succeededFuture(Outcome.UNKNOWN);
                      }
                      Row row = found.get();
                      if (row.getString("reason") == null) {
                        return Future.succeededFuture(Outcome.WAITS_BEHIND_ANOTHER);
                      }
                      return id.isOut()
                          ? run(transaction, BACK, orderKey(row))
                          : run(transaction, TRY_AGAIN, Tuple.of(id.seq()));
                    }));
  }

  /** Retries all parked facts. */
  Future<Void> replayAll() {
    return changing(
        transaction ->
            run(transaction, ALL_BACK, Tuple.tuple())
                .compose(back -> run(transaction, TRY_ALL_AGAIN, Tuple.tuple()))
                .mapEmpty());
  }

  /** Deletes a parked fact and releases those behind it. */
  Future<Outcome> drop(ParkedId id) {
    return changing(
        transaction ->
            first(transaction, id.isOut() ? DROP_OUT : InboxTable.DELETE, id)
                .compose(
                    dropped -> {
                      if (dropped.isEmpty()) {
                        return Future.succeededFuture(Outcome.UNKNOWN);
                      }
                      Row row = dropped.get();
                      if (id.isOut() && row.getString("reason") == null) {
                        return Future.succeededFuture(Outcome.DONE);
                      }
                      String release = id.isOut() ? BACK : InboxTable.RELEASE_NEXT;
                      return run(transaction, release, orderKey(row));
                    }));
  }

  /** Runs a change in a transaction that holds the parking lock, and notifies the relay. */
  private <T> Future<T> changing(Function<SqlConnection, Future<T>> change) {
    return ParkingLock.holding(
        database,
        transaction ->
            change
                .apply(transaction)
                .compose(done -> transaction.query(OutboxRelay.NOTIFY).execute().map(done)));
  }

  private static Future<Optional<Row>> first(SqlConnection transaction, String sql, ParkedId id) {
    return transaction
        .preparedQuery(sql)
        .execute(Tuple.of(id.seq()))
        .map(rows -> Rows.first(rows, row -> row));
  }

  private static Future<Outcome> run(SqlConnection transaction, String sql, Tuple values) {
    return transaction.preparedQuery(sql).execute(values).map(Outcome.DONE);
  }

  private static Tuple orderKey(Row row) {
    return Tuple.of(row.getString("topic"), row.getString("subject"));
  }

  private static Parked parked(Row row) {
    return new Parked(
        row.getString("id"),
        row.getString("topic"),
        row.getString("subject"),
        row.getString("type"),
        row.getLong("bytes"),
        row.getInteger("tries"),
        row.getOffsetDateTime("retry_at"),
        row.getOffsetDateTime("parked_at"),
        row.getLong("behind"),
        row.getString("reason"));
  }

  /**
   * The id of a parked fact: {@code out-12} or {@code in-34}.
   *
   * @param isOut whether it is one of the service's own facts, which could not be sent
   */
  record ParkedId(boolean isOut, long seq) {

    private static final Pattern FORM = Pattern.compile("(out|in)-(\\d{1,18})");

    static Optional<ParkedId> of(String text) {
      Matcher form = FORM.matcher(text);
      return form.matches()
          ? Optional.of(new ParkedId(form.group(1).equals("out"), Long.parseLong(form.group(2))))
          : Optional.empty();
    }
  }
}
