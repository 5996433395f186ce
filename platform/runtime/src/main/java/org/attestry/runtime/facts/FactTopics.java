package org.attestry.runtime.facts;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.kafka.admin.KafkaAdminClient;
import io.vertx.kafka.admin.NewTopic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TopicExistsException;

/** Makes the topics that a service publishes to or reads from. Whoever comes first makes them. */
final class FactTopics {

  static final String DEAD_SUFFIX = ".dead";

  private FactTopics() {}

  static Future<Void> ensure(Vertx vertx, KafkaConfig config, Collection<String> topics) {
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
    topics.forEach(topic -> names.add(topic + DEAD_SUFFIX));
    names.removeAll(existing);
    return names;
  }

  private static Future<Void> create(
      KafkaAdminClient admin, KafkaConfig config, List<String> missing) {
    List<Future<Void>> made =
        missing.stream()
            .map(name -> new NewTopic(name, config.partitions(), (short) config.replicas()))
            .map(topic -> admin.createTopics(List.of(topic)).recover(FactTopics::unlessExists))
            .toList();
    return Future.join(made).mapEmpty();
  }

  private static Future<Void> unlessExists(Throwable cause) {
    return cause instanceof TopicExistsException
        ? Future.succeededFuture()
        : Future.failedFuture(cause);
  }
}
