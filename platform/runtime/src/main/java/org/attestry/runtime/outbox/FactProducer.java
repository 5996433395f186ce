package org.attestry.runtime.outbox;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.kafka.client.producer.KafkaProducer;
import io.vertx.kafka.client.producer.KafkaProducerRecord;
import java.util.Map;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.UnsupportedForMessageFormatException;
import org.attestry.runtime.kafka.KafkaConfig;

/**
 * Sends events to Kafka, and distinguishes permanent refusals from failures that can be retried.
 */
final class FactProducer {

  private static final int BUFFER_BYTES = 8_388_608;
  private static final String TEXT = "org.apache.kafka.common.serialization.StringSerializer";

  private final Vertx vertx;
  private final KafkaConfig config;
  private KafkaProducer<String, String> producer;

  FactProducer(Vertx vertx, KafkaConfig config) {
    this.vertx = vertx;
    this.config = config;
  }

  /** Sends an event; succeeds when all in-sync replicas have it. */
  Future<Void> send(String topic, String subject, String event) {
    try {
      KafkaProducer<String, String> used = producer();
      return used.send(KafkaProducerRecord.create(topic, subject, event))
          .<Void>mapEmpty()
          .onFailure(cause -> replaceIfClosed(used, cause));
    } catch (KafkaException unknownHost) {
      return Future.failedFuture(unknownHost);
    }
  }

  /**
   * Whether the broker refuses the record permanently. Missing permissions are not permanent: they
   * concern all records and can be granted.
   */
  static boolean isPermanent(Throwable cause) {
    return switch (cause) {
      case RecordTooLargeException tooLarge -> true;
      case RecordBatchTooLargeException tooLarge -> true;
      case InvalidRecordException invalid -> true;
      case InvalidTimestampException invalid -> true;
      case InvalidTopicException invalid -> true;
      case SerializationException invalid -> true;
      case PolicyViolationException refused -> true;
      case UnsupportedForMessageFormatException refused -> true;
      default -> false;
    };
  }

  Future<Void> close() {
    return producer == null ? Future.succeededFuture() : producer.close();
  }

  /**
   * Some failures, such as missing permissions, close a producer: the next record is sent with a
   * new one.
   */
  private void replaceIfClosed(KafkaProducer<String, String> used, Throwable cause) {
    boolean usable = cause instanceof RetriableException || isPermanent(cause);
    if (!usable && producer == used) {
      producer = null;
      used.close();
    }
  }

  private KafkaProducer<String, String> producer() {
    if (producer == null) {
      producer = KafkaProducer.create(vertx, config.client(settings()));
    }
    return producer;
  }

  private Map<String, String> settings() {
    return Map.ofEntries(
        Map.entry("key.serializer", TEXT),
        Map.entry("value.serializer", TEXT),
        Map.entry("acks", "all"),
        Map.entry("enable.idempotence", "true"),
        Map.entry("linger.ms", "2"),
        Map.entry("max.request.size", Integer.toString(config.recordBytes())),
        Map.entry("buffer.memory", Integer.toString(BUFFER_BYTES + config.recordBytes())),
        Map.entry("max.block.ms", "5000"),
        Map.entry("metadata.max.idle.ms", "86400000"),
        Map.entry("delivery.timeout.ms", "30000"),
        Map.entry("request.timeout.ms", "10000"));
  }
}
