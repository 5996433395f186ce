package org.attestry.testkit.servers;

import java.util.Map;

/** The addresses of a Kafka broker that runs in a process or a container. */
public interface Kafka {

  /** Returns the value of the clients' setting {@code bootstrap.servers}. */
  String bootstrapServers();

  /** Returns the settings of a service that uses this broker. */
  default Map<String, String> settings() {
    return Map.of("KAFKA_BOOTSTRAP_SERVERS", bootstrapServers());
  }
}
