package org.attestry.runtime.kafka;

import java.util.Set;
import org.attestry.runtime.config.Secret;
import org.attestry.runtime.config.Setting;

/** The user name and password for Kafka. */
public record SaslConfig(
    @Setting(
            byDefault = "SCRAM-SHA-512",
            description =
                "is SCRAM-SHA-512, SCRAM-SHA-256 or PLAIN, with which the password itself is sent.")
        String mechanism,
    @Setting(
            byDefault = "",
            description = "is the user name for Kafka; mandatory for SASL_SSL and SASL_PLAINTEXT.")
        String username,
    @Setting(byDefault = "", description = "is that user's password.") Secret password) {

  private static final Set<String> MECHANISMS = Set.of("SCRAM-SHA-512", "SCRAM-SHA-256", "PLAIN");

  public SaslConfig {
    if (!MECHANISMS.contains(mechanism)) {
      throw new IllegalArgumentException(
          "KAFKA_SASL_MECHANISM must be SCRAM-SHA-512, SCRAM-SHA-256 or PLAIN.");
    }
    if (username.isEmpty() != password.value().isEmpty()) {
      throw new IllegalArgumentException(
          "KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD belong together: set both or none.");
    }
  }

  boolean isSet() {
    return !username.isEmpty();
  }

  /** Returns the entry of a JAAS configuration, Kafka's setting {@code sasl.jaas.config}. */
  String login() {
    String module = mechanism.equals("PLAIN") ? "plain.PlainLoginModule" : "scram.ScramLoginModule";
    return "org.apache.kafka.common.security.%s required username=%s password=%s;"
        .formatted(module, quoted(username), quoted(password.value()));
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
