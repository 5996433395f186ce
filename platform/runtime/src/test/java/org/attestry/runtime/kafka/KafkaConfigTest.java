package org.attestry.runtime.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.security.JaasContext;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.config.SettingsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaConfigTest {

  public record KafkaOnly(KafkaConfig kafka) {}

  @Test
  void clientsGetNoSecurityUnlessItIsSet() {
    Map<String, String> client = read(Map.of()).client(Map.of("acks", "all"));
    assertEquals("PLAINTEXT", client.get("security.protocol"));
    assertEquals("all", client.get("acks"));
    assertFalse(client.keySet().stream().anyMatch(name -> name.matches("(sasl|ssl)\\..*")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"simple", "with \"quotes\"", "with \\ and \\\" and ; and $ and '"})
  void anyPasswordReachesTheLogin(String password) {
    String login = read(sasl("SASL_SSL", "SCRAM-SHA-512", password)).sasl().login();
    JaasContext context =
        JaasContext.loadClientContext(Map.of("sasl.jaas.config", new Password(login)));
    Map<String, ?> options = context.configurationEntries().getFirst().getOptions();
    assertEquals(password, options.get("password"));
    assertEquals("attestry", options.get("username"));
  }

  @Test
  void showsNoPassword() {
    assertFalse(read(sasl("SASL_SSL", "PLAIN", "hidden")).toString().contains("hidden"));
  }

  @ParameterizedTest
  @CsvSource({
    "SASL_SSL, '', ''",
    "SASL_SSL, name, ''",
    "PLAINTEXT, name, password",
    "SSL, name, password",
    "TLS, name, password"
  })
  void refusesSettingsThatDoNotBelongTogether(String protocol, String user, String password) {
    Map<String, String> settings =
        Map.of(
            "KAFKA_SECURITY_PROTOCOL", protocol,
            "KAFKA_SASL_USERNAME", user,
            "KAFKA_SASL_PASSWORD", password);
    assertThrows(SettingsException.class, () -> read(settings));
  }

  @Test
  void refusesAnAuthorityWithoutTls() {
    Map<String, String> settings = new HashMap<>(sasl("SASL_PLAINTEXT", "PLAIN", "password"));
    settings.put("KAFKA_CA_FILE", "ca.pem");
    assertThrows(SettingsException.class, () -> read(settings));
  }

  @Test
  void refusesAnUnknownMechanism() {
    assertThrows(SettingsException.class, () -> read(sasl("SASL_SSL", "GSSAPI", "password")));
  }

  @Test
  void isOpenForRemoteBrokersUnlessTheyTakeTlsAndAPassword() {
    Map<String, String> settings = new HashMap<>(sasl("SASL_PLAINTEXT", "PLAIN", "password"));
    settings.put("KAFKA_BOOTSTRAP_SERVERS", "localhost:9092,[::1]:9092, 127.0.0.1:9092");
    assertEquals(List.of(), read(settings).open());
    settings.put("KAFKA_BOOTSTRAP_SERVERS", "localhost:9092,kafka.example.org:9092");
    assertEquals("KAFKA_SECURITY_PROTOCOL", read(settings).open().getFirst().name());
    settings.put("KAFKA_SECURITY_PROTOCOL", "SASL_SSL");
    assertTrue(read(settings).open().isEmpty());
  }

  private static KafkaConfig read(Map<String, String> settings) {
    return Settings.of(settings).read(KafkaOnly.class).kafka();
  }

  private static Map<String, String> sasl(String protocol, String mechanism, String password) {
    return Map.of(
        "KAFKA_SECURITY_PROTOCOL", protocol,
        "KAFKA_SASL_MECHANISM", mechanism,
        "KAFKA_SASL_USERNAME", "attestry",
        "KAFKA_SASL_PASSWORD", password);
  }
}
