package org.attestry.testkit.servers;

import java.util.Map;

/** A Kafka broker as its users see it, in a process or a container. */
public interface Kafka {

  /** What clients set as {@code bootstrap.servers}. */
  String bootstrapServers();

  /** What a service that uses this broker finds in its environment. */
  default Map<String, String> settings() {
    return Map.of("KAFKA_BOOTSTRAP_SERVERS", bootstrapServers());
  }
}
