package org.attestry.runtime.facts;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.kafka.client.common.TopicPartition;
import io.vertx.kafka.client.consumer.KafkaConsumer;
import io.vertx.kafka.client.consumer.KafkaConsumerRecord;
import io.vertx.kafka.client.consumer.KafkaConsumerRecords;
import io.vertx.kafka.client.consumer.OffsetAndMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.attestry.contracts.Deadline;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.facts.InboxTable.OrderKey;
import org.attestry.runtime.kafka.FactTopics;
import org.attestry.runtime.kafka.KafkaConfig;
import org.attestry.runtime.postgres.Database;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumes the facts of other services with a {@link FactHandlers} table: in order per subject; the
 * offset is committed after the work. A fact that fails because something is unavailable is retried
 * until it succeeds, and the later ones of its partition wait. A fact that cannot be decoded is
 * parked in the service's database and left to an operator. A fact that fails otherwise is parked,
 * tried five times in all, and then left to an operator; a fact that times out is retried until it
 * succeeds, in the end every 625 s. Later facts with the same subject as a parked one are parked
 * behind it; all others are processed.
 */
public final class FactConsumer {

  private static final Logger LOG = LoggerFactory.getLogger(FactConsumer.class);

  /** The longest wait of a poll; the broker replies as soon as there is a fact. */
  private static final Duration LONGEST_POLL = Duration.ofSeconds(5);

  private static final Duration SHORTEST_POLL = Duration.ofMillis(500);

  /** The pause between polls, which batches many facts into each fetch and each commit. */
  private static final long GATHER_MILLIS = 25;

  private static final int MOST_AT_ONCE = 100;
  private static final long RETRY_MILLIS = 1_000;
  private static final String DEAD_AFTER_MILLIS = "10000";

  /**
   * How long the records of one poll are handled before the remaining ones are polled again.
   * Together with one last attempt it is less than max.poll.interval.ms.
   */
  private static final Duration CYCLE = Duration.ofSeconds(60);

  private static final String POLL_AT_LEAST_MILLIS = "300000";

  private final Vertx vertx;
  private final KafkaConfig config;
  private final String service;
  private final FactHandlers handlers;
  private final FactAttempts attempts;
  private final ParkedRetries retries;
  private final InboxTable table;

  private KafkaConsumer<String, byte[]> consumer;
  private boolean polling;
  private Promise<Void> closed;

  /**
   * @param database the database where facts are parked
   * @param service the service, which is the consumer group: each fact is consumed by one replica
   *     of every service
   */
  public FactConsumer(
      Vertx vertx, Database database, KafkaConfig config, String service, FactHandlers handlers) {
    this.vertx = vertx;
    this.config = config;
    this.service = service;
    this.handlers = handlers;
    this.table = new InboxTable(database);
    this.attempts = new FactAttempts(vertx, table, service, handlers);
    this.retries = new ParkedRetries(table, attempts);
  }

  /** Starts to consume; retries until Kafka is available. */
  public void start() {
    FactTopics.ensure(vertx, config, handlers.topics())
        .compose(ready -> subscribe())
        .onSuccess(subscribed -> poll())
        .onFailure(
            cause -> {
              LOG.atWarn()
                  .addKeyValue("service", service)
                  .setCause(cause)
                  .log("fact consumer waits for Kafka");
              vertx.setTimer(RETRY_MILLIS, tick -> runIfOpen(this::start));
            });
  }

  /**
   * Stops after the facts in progress; another consumer of the group handles the following ones.
   */
  public Future<Void> close() {
    closed = Promise.promise();
    if (consumer == null) {
      closed.complete();
    } else if (polling) {
      consumer.unwrap().wakeup();
    }
    return closed
        .future()
        .transform(done -> consumer == null ? Future.succeededFuture() : consumer.close());
  }

  private Future<Void> subscribe() {
    if (closed != null) {
      return Future.succeededFuture();
    }
    consumer = KafkaConsumer.create(vertx, consumerSettings());
    return consumer.subscribe(handlers.topics()).otherwiseEmpty();
  }

  private void poll() {
    if (closed != null) {
      closed.tryComplete();
      return;
    }
    nextRecords()
        .compose(records -> handleAll(records).map(records.size()))
        .compose(size -> retryParked().map(size))
        .onComplete(
            done -> {
              if (done.succeeded()) {
                pollAfter(done.result());
              } else if (closed != null) {
                closed.tryComplete();
              } else {
                retryLater(done.cause());
              }
            });
  }

  private Future<Void> retryParked() {
    return closed == null ? consumer.assignment().compose(retries::run) : Future.succeededFuture();
  }

  /**
   * Polls; the poll ends early when facts arrive, when parked facts may be due, and when the
   * consumer is closed.
   */
  private Future<KafkaConsumerRecords<String, byte[]>> nextRecords() {
    Duration due = retries.rest();
    Duration least = due.compareTo(SHORTEST_POLL) < 0 ? SHORTEST_POLL : due;
    polling = true;
    return consumer
        .poll(least.compareTo(LONGEST_POLL) < 0 ? least : LONGEST_POLL)
        .onComplete(polled -> polling = false);
  }

  private void retryLater(Throwable cause) {
    LOG.atWarn().addKeyValue("service", service).setCause(cause).log("fact consumer retries");
    vertx.setTimer(RETRY_MILLIS, tick -> poll());
  }

  /**
   * Polls again: at once after a full batch, which is likely followed by more facts, and after an
   * empty one, for which the broker has already waited.
   */
  private void pollAfter(int records) {
    if (records == 0 || records == MOST_AT_ONCE) {
      poll();
    } else {
      vertx.setTimer(GATHER_MILLIS, next -> poll());
    }
  }

  /**
   * Handles the records and commits once for all handled ones; the inbox skips those that arrive
   * again after a crash. The other records are polled again.
   */
  private Future<Void> handleAll(KafkaConsumerRecords<String, byte[]> records) {
    if (records.size() == 0) {
      return Future.succeededFuture();
    }
    List<Batch> batches = batches(records);
    Deadline cycle = Deadline.in(CYCLE);
    return held(batches)
        .compose(
            held -> Future.join(batches.stream().map(batch -> handle(batch, held, cycle)).toList()))
        .transform(
            done ->
                commit(batches)
                    .eventually(() -> rewind(batches))
                    .compose(
                        committed ->
                            done.failed() ? Future.failedFuture(done.cause()) : rest(batches)));
  }

  private static List<Batch> batches(KafkaConsumerRecords<String, byte[]> records) {
    Map<TopicPartition, Batch> byPartition = new LinkedHashMap<>();
    for (int i = 0; i < records.size(); i++) {
      KafkaConsumerRecord<String, byte[]> record = records.recordAt(i);
      byPartition
          .computeIfAbsent(new TopicPartition(record.topic(), record.partition()), Batch::new)
          .records
          .add(record);
    }
    return List.copyOf(byPartition.values());
  }

  private Future<Set<OrderKey>> held(List<Batch> batches) {
    return table.held(
        batches.stream()
            .flatMap(batch -> batch.records.stream())
            .map(InboxTable::orderKey)
            .collect(Collectors.toSet()));
  }

  /**
   * Handles a partition's records one after the other, up to the first that must be polled again.
   */
  private Future<Void> handle(Batch batch, Set<OrderKey> held, Deadline cycle) {
    return AsyncLoop.repeat(
        () ->
            batch.isUnfinished() && closed == null && !cycle.passed()
                ? attempts
                    .handle(batch.records.get(batch.handled), held)
                    .onSuccess(passed -> batch.handled += passed ? 1 : 0)
                : Future.succeededFuture(false));
  }

  private Future<Void> commit(List<Batch> batches) {
    Map<TopicPartition, OffsetAndMetadata> handled = new HashMap<>();
    for (Batch batch : batches) {
      if (batch.handled > 0) {
        handled.put(batch.partition, new OffsetAndMetadata(batch.nextOffset(), ""));
      }
    }
    return handled.isEmpty() ? Future.succeededFuture() : consumer.commit(handled).mapEmpty();
  }

  /**
   * Rewinds the unfinished partitions. A partition that was reassigned to another replica need not
   * be rewound.
   */
  private Future<Void> rewind(List<Batch> batches) {
    List<Future<Void>> rewound =
        batches.stream()
            .filter(Batch::isUnfinished)
            .map(batch -> consumer.seek(batch.partition, batch.nextOffset()).otherwiseEmpty())
            .toList();
    return Future.join(rewound).mapEmpty();
  }

  private Future<Void> rest(List<Batch> batches) {
    return closed == null && batches.stream().anyMatch(Batch::isUnfinished)
        ? vertx.timer(RETRY_MILLIS).mapEmpty()
        : Future.succeededFuture();
  }

  private void runIfOpen(Runnable step) {
    if (closed == null) {
      step.run();
    }
  }

  private Map<String, String> consumerSettings() {
    return config.client(
        Map.ofEntries(
            Map.entry("group.id", "attestry." + service),
            Map.entry("enable.auto.commit", "false"),
            Map.entry("auto.offset.reset", "earliest"),
            Map.entry("max.poll.records", Integer.toString(MOST_AT_ONCE)),
            Map.entry("max.poll.interval.ms", POLL_AT_LEAST_MILLIS),
            Map.entry("max.partition.fetch.bytes", Integer.toString(config.recordBytes())),
            Map.entry("fetch.max.bytes", Integer.toString(8 * config.recordBytes())),
            Map.entry("session.timeout.ms", DEAD_AFTER_MILLIS),
            Map.entry("isolation.level", "read_committed"),
            Map.entry(
                "key.deserializer", "org.apache.kafka.common.serialization.StringDeserializer"),
            Map.entry(
                "value.deserializer",
                "org.apache.kafka.common.serialization.ByteArrayDeserializer")));
  }

  /** The records of a partition from one poll, and the number of handled ones. */
  private static final class Batch {

    private final TopicPartition partition;
    private final List<KafkaConsumerRecord<String, byte[]>> records = new ArrayList<>();
    private int handled;

    private Batch(TopicPartition partition) {
      this.partition = partition;
    }

    private boolean isUnfinished() {
      return handled < records.size();
    }

    private long nextOffset() {
      return isUnfinished() ? records.get(handled).offset() : records.getLast().offset() + 1;
    }
  }
}
