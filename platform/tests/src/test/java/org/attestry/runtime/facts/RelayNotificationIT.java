package org.attestry.runtime.facts;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.attestry.runtime.kafka.KafkaConfig;
import org.attestry.runtime.outbox.OutboxRelay;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The relay that leads here looks at the outbox at its start, and then only when it is notified.
 */
class RelayNotificationIT {

  @AutoClose
  private final TestService service = new TestService(Map.of("KAFKA_RELAY_INTERVAL", "PT1H"));

  @BeforeEach
  void leads() {
    service.consume(service::record);
    service.commit(service.fact("s", "first"));
    service.relay();
    Eventually.isTrue(() -> service.effects().equals(List.of("first")));
  }

  @Test
  void sendsWhatAnotherReplicaCommits() {
    OutboxRelay other =
        new OutboxRelay(
            service.vertx, service.database, every(Duration.ofMillis(100)), service.name);
    service.vertx.runOnContext(start -> other.start());
    for (String text : List.of("second", "third")) {
      service.commit(service.fact("s", text));
      service.vertx.runOnContext(nudge -> other.nudge());
      Eventually.isTrue(() -> service.effects().contains(text));
    }
    service.onLoop(other::close);
  }

  @Test
  void sendsWhatAnOperatorPutsBack() {
    service.rows(
        """
        INSERT INTO outbox_parked (seq, id, topic, subject, event, written_at, reason)
        SELECT 1000, gen_random_uuid(), 't', 's', '', now(), 'refused'
        """);
    service.commit(service.fact("s", "parked"));
    service.rows(
        """
        WITH moved AS (DELETE FROM outbox RETURNING id, topic, event)
        UPDATE outbox_parked AS p SET id = m.id, topic = m.topic, event = m.event FROM moved AS m
        """);

    service.command("replay", "all");

    Eventually.isTrue(() -> service.effects().contains("parked"));
  }

  private KafkaConfig every(Duration interval) {
    KafkaConfig same = service.kafka;
    return new KafkaConfig(
        same.bootstrapServers(),
        same.securityProtocol(),
        same.sasl(),
        same.caFile(),
        same.partitions(),
        same.replicas(),
        same.relayBatch(),
        same.relayLinger(),
        interval,
        same.relayTimeout(),
        same.factBytes());
  }
}
