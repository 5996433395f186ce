package org.attestry.runtime.kafka;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.attestry.runtime.config.Hardenable;
import org.attestry.runtime.config.OpenSettings;
import org.attestry.runtime.config.Setting;

/** The connection to Kafka, and limits of events. */
public record KafkaConfig(
    @Setting(
            byDefault = "localhost:9092",
            common = true,
            description = "lists the brokers, host:port.")
        String bootstrapServers,
    @Setting(
            byDefault = "PLAINTEXT",
            common = true,
            description =
                "is PLAINTEXT, SSL (TLS, the server's name is checked), SASL_PLAINTEXT (a user"
                    + " name and password) or SASL_SSL (both).")
        SecurityProtocol securityProtocol,
    SaslConfig sasl,
    @Setting(
            byDefault = "",
            description =
                "is the PEM file of the authorities that certify the brokers; empty for the Java"
                    + " runtime's.")
        Path caFile,
    @Setting(
            byDefault = "6",
            description = "is the number of partitions of a topic that we create.")
        int partitions,
    @Setting(
            byDefault = "1",
            common = true,
            description = "is the number of replicas of a topic that we create.")
        int replicas,
    @Setting(byDefault = "500", description = "is how many outbox rows the relay takes at once.")
        int relayBatch,
    @Setting(
            byDefault = "PT0.05S",
            description = "is how long the relay gathers rows after a nudge.")
        Duration relayLinger,
    @Setting(
            byDefault = "PT0.5S",
            description =
                "is how long the relay rests between two looks at the outbox while there are facts;"
                    + " idle, it rests up to five seconds and new facts wake it.")
        Duration relayInterval,
    @Setting(
            byDefault = "PT2M",
            description = "is how long the relay waits for one batch before it connects anew.")
        Duration relayTimeout,
    @Setting(
            byDefault = "524288",
            description =
                "is the largest fact in bytes that goes to Kafka whole; a larger one goes without"
                    + " its data, which consumers read from its service.")
        int factBytes)
    implements Hardenable {

  /**
   * An upper bound for the size of an event without its data, and of the key and headers of a
   * record.
   */
  private static final int LEAST_FACT_BYTES = 16_384;

  private static final int MOST_FACT_BYTES = 8_388_608;
  private static final int BESIDE_EVENT = 65_536;
  private static final int KAFKA_RECORD_BYTES = 1_048_576;

  public KafkaConfig {
    if (factBytes < LEAST_FACT_BYTES || factBytes > MOST_FACT_BYTES) {
      throw new IllegalArgumentException(
          "KAFKA_FACT_BYTES must be from %d to %d.".formatted(LEAST_FACT_BYTES, MOST_FACT_BYTES));
    }
    if (partitions < 1 || replicas < 1 || relayBatch < 1) {
      throw new IllegalArgumentException(
          "KAFKA_PARTITIONS, KAFKA_REPLICAS and KAFKA_RELAY_BATCH must be 1 or more.");
    }
    if (sasl.isSet() != usesSasl(securityProtocol)) {
      throw new IllegalArgumentException(
          "KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD belong to the KAFKA_SECURITY_PROTOCOL"
              + " SASL_SSL or SASL_PLAINTEXT.");
    }
    if (!caFile.toString().isEmpty() && !usesTls(securityProtocol)) {
      throw new IllegalArgumentException(
          "KAFKA_CA_FILE belongs to the KAFKA_SECURITY_PROTOCOL SSL or SASL_SSL.");
    }
  }

  @Override
  public List<OpenSetting> open() {
    return securityProtocol != SecurityProtocol.SASL_SSL
            && Stream.of(bootstrapServers.split(",")).anyMatch(KafkaConfig::isRemote)
        ? List.of(
            new OpenSetting(
                "KAFKA_SECURITY_PROTOCOL", "sends facts in the clear or without a password"))
        : List.of();
  }

  private static boolean isRemote(String server) {
    return OpenSettings.isRemote(server.strip().replaceFirst(":\\d+$", ""));
  }

  private static boolean usesSasl(SecurityProtocol protocol) {
    return protocol == SecurityProtocol.SASL_SSL || protocol == SecurityProtocol.SASL_PLAINTEXT;
  }

  private static boolean usesTls(SecurityProtocol protocol) {
    return protocol == SecurityProtocol.SASL_SSL || protocol == SecurityProtocol.SSL;
  }

  /** Returns the size limit of a topic's records: Kafka's default, or more. */
  public int recordBytes() {
    return Math.max(KAFKA_RECORD_BYTES, factBytes + BESIDE_EVENT);
  }

  /**
   * Returns the settings of a client together with the common settings of all clients. JMX
   * reporters and telemetry are disabled, to save work for each record and at each start.
   */
  public Map<String, String> client(Map<String, String> own) {
    Map<String, String> settings = new HashMap<>(own);
    settings.put("bootstrap.servers", bootstrapServers);
    settings.put("metric.reporters", "");
    settings.put("enable.metrics.push", "false");
    settings.put("security.protocol", securityProtocol.name);
    if (sasl.isSet()) {
      settings.put("sasl.mechanism", sasl.mechanism());
      settings.put("sasl.jaas.config", sasl.login());
    }
    if (!caFile.toString().isEmpty()) {
      settings.put("ssl.truststore.type", "PEM");
      settings.put("ssl.truststore.location", caFile.toString());
    }
    return settings;
  }
}
