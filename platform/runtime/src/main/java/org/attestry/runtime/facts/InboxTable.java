package org.attestry.runtime.facts;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.kafka.client.common.TopicPartition;
import io.vertx.kafka.client.consumer.KafkaConsumerRecord;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.attestry.contracts.Failure;
import org.attestry.runtime.outbox.ParkingLock;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/**
 * The table of parked facts of other services, and of the later facts with the same subject. The
 * first fact of a subject is retried at its {@code retry_at}, or waits for an operator; the others
 * wait for the first. Only the replica to which the partition is assigned retries them.
 */
record InboxTable(Database database) {

  private static final int REASON_CHARACTERS = 500;

  private static final String HELD =
      """
      SELECT DISTINCT topic, subject FROM inbox_parked
      WHERE subject = ANY($1) AND topic = ANY($2)
      """;

  /**
   * Inserts a fact without {@code retry_at}, which waits for the parked ones of its subject; if
   * there are none any more, the fact is due now.
   */
  private static final String HOLD =
      """
      INSERT INTO inbox_parked
        (topic, partition_number, record_offset, subject, event, tries, retry_at)
      VALUES ($1, $2, $3, $4, $5, 0,
        CASE WHEN NOT EXISTS (SELECT FROM inbox_parked WHERE subject = $4 AND topic = $1)
          THEN now() END)
      ON CONFLICT (topic, partition_number, record_offset) DO NOTHING
      """;

  private static final String PARK =
      """
      INSERT INTO inbox_parked
        (topic, partition_number, record_offset, subject, event, tries, retry_at, reason)
      VALUES ($1, $2, $3, $4, $5, 1, now() + $6::bigint * interval '1 millisecond', $7)
      ON CONFLICT (topic, partition_number, record_offset) DO NOTHING
      """;

  private static final String DUE =
      """
      SELECT seq, topic, partition_number, subject, event, tries FROM inbox_parked
      WHERE retry_at <= now()
        AND (topic, partition_number) IN (SELECT * FROM unnest($1::text[], $2::int[]))
      ORDER BY retry_at LIMIT 20
      """;

  private static final String ANY = "SELECT EXISTS (SELECT FROM inbox_parked WHERE seq >= 0)";

  private static final String POSTPONE =
      """
      UPDATE inbox_parked SET tries = $2, retry_at = now() + $3::bigint * interval '1 millisecond',
        reason = coalesce($4, reason)
      WHERE seq = $1
      """;

  static final String DELETE =
      "DELETE FROM inbox_parked WHERE seq = $1 RETURNING topic, subject, retry_at, reason";

  /** Makes the first fact of topic $1 and subject $2 due, unless that fact failed itself. */
  static final String RELEASE_NEXT =
      """
      UPDATE inbox_parked SET retry_at = now()
      WHERE seq = (SELECT min(seq) FROM inbox_parked WHERE subject = $2 AND topic = $1)
        AND retry_at IS NULL AND reason IS NULL
      """;

  /** Topic and key of a fact: facts with the same order key must be handled in order. */
  record OrderKey(String topic, String subject) {}

  /**
   * A fact that is due for a retry.
   *
   * @param tries the number of failed attempts
   */
  record Due(long seq, OrderKey orderKey, int partition, byte[] event, int tries) {}

  static OrderKey orderKey(KafkaConsumerRecord<String, byte[]> record) {
    return new OrderKey(record.topic(), storable(record.key()));
  }

  /** Returns those order keys that have a parked fact. */
  Future<Set<OrderKey>> held(Collection<OrderKey> keys) {
    return database
        .shortReads(HELD)
        .execute(
            Tuple.tuple()
                .addArrayOfString(
                    keys.stream().map(OrderKey::subject).distinct().toArray(String[]::new))
                .addArrayOfString(
                    keys.stream().map(OrderKey::topic).distinct().toArray(String[]::new)))
        .map(
            rows ->
                rows.stream()
                    .map(row -> new OrderKey(row.getString(0), row.getString(1)))
                    .collect(Collectors.toCollection(HashSet::new)));
  }

  /** Parks a record behind the parked ones with its order key. */
  Future<Void> hold(KafkaConsumerRecord<String, byte[]> record) {
    return ParkingLock.holding(
        database, transaction -> transaction.preparedQuery(HOLD).execute(place(record)).mapEmpty());
  }

  /**
   * Parks a record that failed.
   *
   * @param again time until the retry, or null to wait for an operator
   */
  Future<Void> park(KafkaConsumerRecord<String, byte[]> record, Duration again, Failure failure) {
    Tuple values = place(record).addValue(millis(again)).addString(reason(failure));
    return ParkingLock.holding(
        database, transaction -> transaction.preparedQuery(PARK).execute(values).mapEmpty());
  }

  /** Finds the facts that are due for a retry, each the first of its order key. */
  Future<List<Due>> due(Set<TopicPartition> partitions) {
    List<TopicPartition> listed = List.copyOf(partitions);
    return database
        .shortReads(DUE)
        .execute(
            Tuple.tuple()
                .addArrayOfString(
                    listed.stream().map(TopicPartition::getTopic).toArray(String[]::new))
                .addArrayOfInteger(
                    listed.stream().map(TopicPartition::getPartition).toArray(Integer[]::new)))
        .map(rows -> Rows.list(rows, InboxTable::due));
  }

  /** Whether any fact is parked. */
  Future<Boolean> any() {
    return database.shortReads(ANY).execute().map(rows -> Rows.one(rows).getBoolean(0));
  }

  /** Removes a handled fact; the next one of its order key becomes due. */
  Future<Void> done(Due due) {
    return ParkingLock.holding(
        database,
        transaction ->
            transaction
                .preparedQuery(DELETE)
                .execute(Tuple.of(due.seq()))
                .compose(
                    deleted ->
                        transaction
                            .preparedQuery(RELEASE_NEXT)
                            .execute(Tuple.of(due.orderKey().topic(), due.orderKey().subject())))
                .mapEmpty());
  }

  /**
   * Records another failure.
   *
   * @param again time until the retry, or null to wait for an operator
   * @param failure the reason to store, or null to keep the previous one
   */
  Future<Void> postpone(Due due, int tries, Duration again, Failure failure) {
    return database
        .writes(POSTPONE)
        .execute(
            Tuple.of(due.seq(), tries, millis(again), failure == null ? null : reason(failure)))
        .mapEmpty();
  }

  private static Tuple place(KafkaConsumerRecord<String, byte[]> record) {
    return Tuple.of(
        record.topic(),
        record.partition(),
        record.offset(),
        storable(record.key()),
        record.value() == null ? null : Buffer.buffer(record.value()));
  }

  private static Long millis(Duration again) {
    return again == null ? null : again.toMillis();
  }

  /** Replaces NUL, which PostgreSQL's text type cannot store. */
  private static String storable(String text) {
    return text == null ? null : text.replace('\0', '\uFFFD');
  }

  private static String reason(Failure failure) {
    String reason = storable(failure.code() + ": " + failure.message());
    return reason.substring(0, Math.min(reason.length(), REASON_CHARACTERS));
  }

  private static Due due(Row row) {
    Buffer event = row.getBuffer("event");
    return new Due(
        row.getLong("seq"),
        new OrderKey(row.getString("topic"), row.getString("subject")),
        row.getInteger("partition_number"),
        event == null ? null : event.getBytes(),
        row.getInteger("tries"));
  }
}
