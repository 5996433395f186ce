package org.attestry.runtime.kafka;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.kafka.admin.KafkaAdminClient;
import io.vertx.kafka.admin.NewTopic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TopicExistsException;

/** Creates the topics that a service publishes to or reads from, if they are absent. */
public final class FactTopics {

  /** The retention of the topics: Kafka's default. The inbox stores the ids of facts longer. */
  private static final Duration KEPT = Duration.ofDays(7);

  /** An upper bound for the overhead in bytes of a batch with one record. */
  private static final int BATCH_HEADER = 1_024;

  private FactTopics() {}

  public static Future<Void> ensure(Vertx vertx, KafkaConfig config, Collection<String> topics) {
    try {
      KafkaAdminClient admin = admin(vertx, config);
      return admin
          .listTopics()
          .compose(existing -> create(admin, config, missing(topics, existing)))
          .eventually(admin::close);
    } catch (KafkaException unknownHost) {
      return Future.failedFuture(unknownHost);
    }
  }

  private static KafkaAdminClient admin(Vertx vertx, KafkaConfig config) {
    return KafkaAdminClient.create(
        vertx,
        config.client(Map.of("request.timeout.ms", "5000", "default.api.timeout.ms", "10000")));
  }

  private static List<String> missing(Collection<String> topics, Set<String> existing) {
    List<String> names = new ArrayList<>(topics);
    names.removeAll(existing);
    return names;
  }

  private static Future<Void> create(
      KafkaAdminClient admin, KafkaConfig config, List<String> missing) {
    List<Future<Void>> made =
        missing.stream()
            .map(name -> topic(name, config))
            .map(topic -> admin.createTopics(List.of(topic)).recover(FactTopics::unlessExists))
            .toList();
    return Future.join(made).mapEmpty();
  }

  private static NewTopic topic(String name, KafkaConfig config) {
    return new NewTopic(name, config.partitions(), (short) config.replicas())
        .setConfig(
            Map.of(
                "cleanup.policy",
                "delete",
                "retention.ms",
                Long.toString(KEPT.toMillis()),
                "max.message.bytes",
                Integer.toString(config.recordBytes() + BATCH_HEADER)));
  }

  private static Future<Void> unlessExists(Throwable cause) {
    return cause instanceof TopicExistsException
        ? Future.succeededFuture()
        : Future.failedFuture(cause);
  }
}
