package org.attestry.testkit.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.TestServers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaServerIT {

  @Test
  void aConsumerReadsWhatAProducerSent() throws Exception {
    String servers = TestServers.kafka().bootstrapServers();
    String topic = "sent-" + UUID.randomUUID();
    createTopic(servers, topic);
    send(servers, topic, "one", "two");
    assertEquals(List.of("one", "two"), read(servers, topic, 2));
  }

  @Test
  void doesNotCreateTopicsOnItsOwn() {
    try (Admin admin = Admin.create(settings(TestServers.kafka().bootstrapServers()))) {
      ExecutionException refused =
          assertThrows(
              ExecutionException.class,
              () -> admin.describeTopics(Set.of("unasked")).allTopicNames().get());
      assertEquals(UnknownTopicOrPartitionException.class, refused.getCause().getClass());
    }
  }

  @Test
  void recordsSurviveAKillAndARestart(@TempDir Path folder) throws Exception {
    ServerFiles files = ServerFiles.ofThisUser();
    KafkaServer first = KafkaServer.start(files, folder, Port.free());
    createTopic(first.bootstrapServers(), "kept");
    send(first.bootstrapServers(), "kept", "before");
    first.kill();
    try (KafkaServer again = KafkaServer.start(files, folder, Port.free())) {
      send(again.bootstrapServers(), "kept", "after");
      assertEquals(List.of("before", "after"), read(again.bootstrapServers(), "kept", 2));
    }
  }

  private static void createTopic(String servers, String topic) throws Exception {
    try (Admin admin = Admin.create(settings(servers))) {
      admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
    }
  }

  private static void send(String servers, String topic, String... values) throws Exception {
    Map<String, Object> settings = settings(servers);
    settings.put("acks", "all");
    try (var producer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      for (String value : values) {
        producer.send(new ProducerRecord<>(topic, "key", value)).get();
      }
    }
  }

  private static List<String> read(String servers, String topic, int count) {
    Map<String, Object> settings = settings(servers);
    settings.put("auto.offset.reset", "earliest");
    List<String> values = new ArrayList<>();
    try (var consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      consumer.assign(Set.of(new TopicPartition(topic, 0)));
      Eventually.isTrue(
          () -> {
            consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
            return values.size() >= count;
          });
    }
    return values;
  }

  private static Map<String, Object> settings(String servers) {
    return new HashMap<>(Map.of("bootstrap.servers", servers));
  }
}
