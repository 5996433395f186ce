package org.attestry.local;

import java.nio.file.Path;
import org.attestry.runtime.config.Setting;
import org.attestry.testkit.servers.Port;

/** The settings of the local suite. */
public record LocalConfig(Attestry attestry) {

  /** Ports and the folder of all data. */
  public record Attestry(
      @Setting(byDefault = "8081", says = "is the port of the gateway.") int gatewayPort,
      @Setting(byDefault = "8080", says = "is the port of Keycloak.") int keycloakPort,
      @Setting(byDefault = "9081", says = "is the port for health and metrics.") int managementPort,
      @Setting(byDefault = "0", says = "is the port of PostgreSQL; 0 takes a free one.")
          int postgresPort,
      @Setting(byDefault = "0", says = "is the port of Kafka; 0 takes a free one.") int kafkaPort,
      @Setting(byDefault = "0", says = "is the port of the S3 server; 0 takes a free one.")
          int s3Port,
      @Setting(byDefault = "deploy/local/run", says = "is the folder of data, logs and secrets.")
          Path run) {

    /** Says so before anything starts when a port is taken. */
    void requireFreePorts() {
      Port.of(gatewayPort, "ATTESTRY_GATEWAY_PORT").requireFree("the gateway");
      Port.of(keycloakPort, "ATTESTRY_KEYCLOAK_PORT").requireFree("Keycloak");
      Port.of(managementPort, "ATTESTRY_MANAGEMENT_PORT").requireFree("health and metrics");
    }
  }
}
