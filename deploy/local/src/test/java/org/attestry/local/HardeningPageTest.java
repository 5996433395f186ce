package org.attestry.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.attestry.gateway.GatewayConfig;
import org.attestry.registry.RegistryConfig;
import org.attestry.runtime.config.Hardenable.OpenSetting;
import org.attestry.runtime.config.OpenSettings;
import org.attestry.runtime.config.Setting;
import org.attestry.runtime.config.Settings;
import org.junit.jupiter.api.Test;

/** {@code docs/operating/hardening.md} has each setting that a start says is open. */
class HardeningPageTest {

  private static final Path PAGE = Path.of("../../docs/operating/hardening.md");

  private static final Map<String, String> REMOTE =
      Map.of(
          "POSTGRES_HOST", "db.example.org",
          "KAFKA_BOOTSTRAP_SERVERS", "kafka.example.org:9092",
          "IDENTITY_AUTH_URL", "http://id.example.org/auth",
          "IDENTITY_JWKS_URL", "http://id.example.org/auth/keys",
          "S3_ENDPOINT", "http://s3.example.org:9000",
          "SIGNER_ROLES", "*",
          "VERIFIER_ROLES", "*",
          "RATE_LIMIT_PER_MINUTE", "0");

  private static final Map<String, String> HARDENED =
      Map.ofEntries(
          Map.entry("POSTGRES_SSL_MODE", "verify-full"),
          Map.entry("POSTGRES_CA_FILE", "/etc/attestry/postgres-ca.crt"),
          Map.entry("KAFKA_SECURITY_PROTOCOL", "SASL_SSL"),
          Map.entry("KAFKA_SASL_USERNAME", "attestry"),
          Map.entry("KAFKA_SASL_PASSWORD", "secret"),
          Map.entry("KAFKA_CA_FILE", "/etc/attestry/kafka-ca.crt"),
          Map.entry("IDENTITY_AUTH_URL", "https://id.example.org/auth"),
          Map.entry("IDENTITY_JWKS_URL", "https://id.example.org/auth/keys"),
          Map.entry("IDENTITY_CA_FILE", "/etc/attestry/identity-ca.crt"),
          Map.entry("S3_ENDPOINT", "https://s3.example.org:9000"),
          Map.entry("S3_CA_FILE", "/etc/attestry/s3-ca.crt"),
          Map.entry("IDENTITY_PASSWORD", "none"),
          Map.entry("IDENTITY_AUDIENCE", "registry"),
          Map.entry("SIGNER_ROLES", "signer"),
          Map.entry("VERIFIER_ROLES", "presentation-verifier"),
          Map.entry("RATE_LIMIT_PER_MINUTE", "6000"),
          Map.entry("PUBLIC_URL", "https://api.example.org"));

  @Test
  void namesEverySettingThatAStartReportsAsOpen() throws IOException {
    String page = Files.readString(PAGE);
    for (Class<? extends Record> type : SettingsPageTest.SERVICES.values()) {
      for (String name : open(type, REMOTE)) {
        assertTrue(page.contains("| `" + name + "` ("), name + " of " + type.getSimpleName());
      }
    }
  }

  @Test
  void theStartReportsOpenSettings() {
    assertEquals(
        List.of("IDENTITY_AUDIENCE", "IDENTITY_JWKS_URL", "PUBLIC_URL", "RATE_LIMIT_PER_MINUTE"),
        open(GatewayConfig.class, REMOTE));
    assertEquals(
        List.of(
            "IDENTITY_AUTH_URL",
            "IDENTITY_PASSWORD",
            "KAFKA_SECURITY_PROTOCOL",
            "POSTGRES_SSL_MODE"),
        open(RegistryConfig.class, REMOTE));
  }

  @Test
  void nothingIsOpenOnceThePageIsFollowed() {
    Map<String, String> settings = new HashMap<>(REMOTE);
    settings.putAll(HARDENED);
    for (Class<? extends Record> type : SettingsPageTest.SERVICES.values()) {
      assertEquals(List.of(), open(type, settings), type.getSimpleName());
    }
  }

  private static List<String> open(Class<? extends Record> type, Map<String, String> given) {
    Map<String, String> settings = new HashMap<>();
    for (Settings.Described described : Settings.describe(type)) {
      boolean mandatory = described.setting().byDefault().equals(Setting.MANDATORY);
      if (mandatory || described.name().equals("IDENTITY_DEFAULT_PASSWORD")) {
        settings.put(described.name(), "https://example.org");
      }
    }
    settings.put("MASTER_KEY", Base64.getEncoder().encodeToString(new byte[32]));
    settings.putAll(given);
    TreeSet<String> names = new TreeSet<>();
    OpenSettings.of(Settings.of(settings).read(type)).stream()
        .map(OpenSetting::name)
        .forEach(names::add);
    return List.copyOf(names);
  }
}
