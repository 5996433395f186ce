package org.attestry.runtime.facts;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.kafka.client.common.TopicPartition;
import io.vertx.kafka.client.consumer.KafkaConsumer;
import io.vertx.kafka.client.consumer.KafkaConsumerRecord;
import io.vertx.kafka.client.consumer.KafkaConsumerRecords;
import io.vertx.kafka.client.consumer.OffsetAndMetadata;
import io.vertx.kafka.client.producer.KafkaProducer;
import io.vertx.kafka.client.producer.KafkaProducerRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.Fact;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.runtime.bus.Failures;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the facts of other services to a {@link FactHandlers} table: in order per partition, the
 * offset committed after the work. A fact that fails because something is not available is tried
 * until it succeeds; one that cannot be read, or fails otherwise five times, goes to the topic
 * {@code <topic>.dead} with the reason, and the ones behind it go on.
 */
public final class FactConsumer {

  private static final Logger LOG = LoggerFactory.getLogger(FactConsumer.class);

  private static final Duration POLL = Duration.ofMillis(500);

  /** Facts come in swarms: each question to the broker, and each commit, is to be for many. */
  private static final long GATHER_MILLIS = 25;

  private static final int MOST_AT_ONCE = 100;
  private static final long RETRY_MILLIS = 1_000;
  private static final String DEAD_AFTER_MILLIS = "10000";
  private static final int ATTEMPTS = 5;

  private final Vertx vertx;
  private final KafkaConfig config;
  private final String service;
  private final FactHandlers handlers;
  private final Map<TopicPartition, Integer> attempts = new HashMap<>();

  private KafkaConsumer<String, byte[]> consumer;
  private KafkaProducer<String, byte[]> deadLetters;
  private Promise<Void> closed;

  /**
   * @param service the consumer group: every service gets every fact, its replicas share them
   */
  public FactConsumer(Vertx vertx, KafkaConfig config, String service, FactHandlers handlers) {
    this.vertx = vertx;
    this.config = config;
    this.service = service;
    this.handlers = handlers;
  }

  /** Starts to work; it waits by itself for Kafka. */
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
              vertx.setTimer(RETRY_MILLIS, tick -> unlessClosing(this::start));
            });
  }

  /** Stops after the facts in progress. */
  public Future<Void> close() {
    closed = Promise.promise();
    if (consumer == null) {
      closed.complete();
    }
    return closed
        .future()
        .transform(done -> consumer == null ? Future.succeededFuture() : consumer.close())
        .transform(done -> deadLetters == null ? Future.succeededFuture() : deadLetters.close());
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
    consumer
        .poll(POLL)
        .compose(records -> handleAll(records).map(records.size()))
        .onComplete(
            done -> {
              if (done.succeeded()) {
                pollAfter(done.result());
                return;
              }
              LOG.atWarn()
                  .addKeyValue("service", service)
                  .setCause(done.cause())
                  .log("fact consumer will try again");
              vertx.setTimer(RETRY_MILLIS, tick -> poll());
            });
  }

  /** More stands behind a full batch, and where nothing came the broker has waited already. */
  private void pollAfter(int records) {
    if (records == 0 || records == MOST_AT_ONCE) {
      poll();
    } else {
      vertx.setTimer(GATHER_MILLIS, next -> poll());
    }
  }

  /**
   * Commits once for all that was handled: what a crash makes come twice, the inbox passes over.
   */
  private Future<Void> handleAll(KafkaConsumerRecords<String, byte[]> records) {
    Map<TopicPartition, List<KafkaConsumerRecord<String, byte[]>>> byPartition =
        new LinkedHashMap<>();
    for (int i = 0; i < records.size(); i++) {
      KafkaConsumerRecord<String, byte[]> record = records.recordAt(i);
      byPartition
          .computeIfAbsent(
              new TopicPartition(record.topic(), record.partition()), p -> new ArrayList<>())
          .add(record);
    }
    Map<TopicPartition, OffsetAndMetadata> handled = new HashMap<>();
    List<Future<Void>> work = new ArrayList<>();
    byPartition.forEach((partition, batch) -> work.add(handlePartition(partition, batch, handled)));
    return Future.join(work)
        .<Void>mapEmpty()
        .transform(
            done ->
                commit(handled)
                    .compose(
                        committed ->
                            done.failed()
                                ? Future.failedFuture(done.cause())
                                : Future.succeededFuture()));
  }

  private Future<Void> commit(Map<TopicPartition, OffsetAndMetadata> handled) {
    return handled.isEmpty() ? Future.succeededFuture() : consumer.commit(handled).mapEmpty();
  }

  /**
   * Handles a partition's records one after the other, up to the first that has to wait.
   *
   * @param handled gets the offset behind the last one that is done
   */
  private Future<Void> handlePartition(
      TopicPartition partition,
      List<KafkaConsumerRecord<String, byte[]>> batch,
      Map<TopicPartition, OffsetAndMetadata> handled) {
    Future<Boolean> goesOn = Future.succeededFuture(true);
    for (KafkaConsumerRecord<String, byte[]> record : batch) {
      goesOn =
          goesOn.compose(
              proceed ->
                  proceed
                      ? handle(partition, record)
                          .onSuccess(passed -> note(passed, partition, record, handled))
                      : Future.succeededFuture(false));
    }
    return goesOn.mapEmpty();
  }

  private static void note(
      boolean passed,
      TopicPartition partition,
      KafkaConsumerRecord<String, byte[]> record,
      Map<TopicPartition, OffsetAndMetadata> handled) {
    if (passed) {
      handled.put(partition, new OffsetAndMetadata(record.offset() + 1, ""));
    }
  }

  private Future<Boolean> handle(
      TopicPartition partition, KafkaConsumerRecord<String, byte[]> record) {
    return decoded(record)
        .compose(handlers::handle)
        .transform(
            done ->
                done.succeeded()
                    ? passed(partition)
                    : failed(partition, record, Failures.of(done.cause(), "fact")));
  }

  private static Future<Fact> decoded(KafkaConsumerRecord<String, byte[]> record) {
    try {
      return Future.succeededFuture(Facts.decode(record.value()));
    } catch (RuntimeException e) {
      return Future.failedFuture(
          Failure.of(FailureKind.UNSUPPORTED, "fact.undecodable", "Not a CloudEvent of ours.")
              .exception());
    }
  }

  private Future<Boolean> failed(
      TopicPartition partition, KafkaConsumerRecord<String, byte[]> record, Failure failure) {
    boolean undecodable = failure.kind() == FailureKind.UNSUPPORTED;
    boolean waits =
        failure.kind() == FailureKind.UNAVAILABLE || failure.kind() == FailureKind.TIMEOUT;
    int tried = waits ? 0 : attempts.merge(partition, 1, Integer::sum);
    if (undecodable || tried >= ATTEMPTS) {
      return bury(record, failure).compose(buried -> passed(partition));
    }
    return consumer.seek(partition, record.offset()).compose(rewound -> rest()).map(false);
  }

  private Future<Boolean> passed(TopicPartition partition) {
    attempts.remove(partition);
    return Future.succeededFuture(true);
  }

  private Future<Void> bury(KafkaConsumerRecord<String, byte[]> record, Failure failure) {
    LOG.atError()
        .addKeyValue("service", service)
        .addKeyValue("topic", record.topic())
        .addKeyValue("offset", record.offset())
        .addKeyValue("reason", failure.code())
        .log("fact goes to the dead letters");
    KafkaProducerRecord<String, byte[]> dead =
        KafkaProducerRecord.create(
            record.topic() + FactTopics.DEAD_SUFFIX, record.key(), record.value());
    dead.addHeader("service", service);
    dead.addHeader("reason", failure.code() + ": " + failure.message());
    return deadLetters().send(dead).mapEmpty();
  }

  private Future<Void> rest() {
    return vertx.timer(RETRY_MILLIS).mapEmpty();
  }

  private void unlessClosing(Runnable step) {
    if (closed == null) {
      step.run();
    }
  }

  private KafkaProducer<String, byte[]> deadLetters() {
    if (deadLetters == null) {
      deadLetters =
          KafkaProducer.create(
              vertx,
              config.client(
                  Map.of(
                      "key.serializer",
                      "org.apache.kafka.common.serialization.StringSerializer",
                      "value.serializer",
                      "org.apache.kafka.common.serialization.ByteArraySerializer",
                      "acks",
                      "all",
                      "buffer.memory",
                      "4194304")));
    }
    return deadLetters;
  }

  private Map<String, String> consumerSettings() {
    return config.client(
        Map.of(
            "group.id",
            "attestry." + service,
            "enable.auto.commit",
            "false",
            "auto.offset.reset",
            "earliest",
            "max.poll.records",
            Integer.toString(MOST_AT_ONCE),
            "session.timeout.ms",
            DEAD_AFTER_MILLIS,
            "isolation.level",
            "read_committed",
            "key.deserializer",
            "org.apache.kafka.common.serialization.StringDeserializer",
            "value.deserializer",
            "org.apache.kafka.common.serialization.ByteArrayDeserializer"));
  }
}
