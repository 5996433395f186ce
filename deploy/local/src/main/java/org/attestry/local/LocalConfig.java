package org.attestry.local;

import java.nio.file.Path;
import java.time.Duration;
import org.attestry.runtime.config.Setting;
import org.attestry.testkit.servers.Port;

/** The settings of the local suite. */
public record LocalConfig(Attestry attestry) {

  /** Ports and the folder of all data. */
  public record Attestry(
      @Setting(byDefault = "8081", description = "is the port of the gateway.") int gatewayPort,
      @Setting(byDefault = "8080", description = "is the port of Keycloak.") int keycloakPort,
      @Setting(
              byDefault = "",
              description =
                  "is the address of Keycloak for its users, with the path /auth, where a proxy"
                      + " stands before it; empty means its own.")
          String authUrl,
      @Setting(byDefault = "9081", description = "is the port for health and metrics.")
          int managementPort,
      @Setting(byDefault = "0", description = "is the port of PostgreSQL; 0 takes a free one.")
          int postgresPort,
      @Setting(byDefault = "0", description = "is the port of Kafka; 0 takes a free one.")
          int kafkaPort,
      @Setting(byDefault = "0", description = "is the port of the S3 server; 0 takes a free one.")
          int s3Port,
      @Setting(
              byDefault = "120000",
              description = "is how many requests a minute a caller may send; 0 means any number.")
          int rateLimitPerMinute,
      @Setting(
              byDefault = "attestry",
              description = "must be in the claim aud of a token; empty means any.")
          String audience,
      @Setting(
              byDefault = "deploy/local/run",
              description = "is the folder of data, logs and secrets.")
          Path run) {

    private static final Duration FORMER_RUN_LEAVES = Duration.ofSeconds(8);

    /** Returns the folder of all persistent data. */
    Path data() {
      return run.toAbsolutePath().resolve("data");
    }

    /**
     * Fails if a port is in use, before anything is started; waits for the processes of a killed
     * run to release the ports.
     */
    void requireFreePorts() {
      requireFree(gatewayPort, "ATTESTRY_GATEWAY_PORT", "the gateway");
      requireFree(keycloakPort, "ATTESTRY_KEYCLOAK_PORT", "Keycloak");
      requireFree(managementPort, "ATTESTRY_MANAGEMENT_PORT", "health and metrics");
    }

    private static void requireFree(int port, String setting, String user) {
      Port.of(port, setting).requireFree(user, FORMER_RUN_LEAVES);
    }
  }
}
