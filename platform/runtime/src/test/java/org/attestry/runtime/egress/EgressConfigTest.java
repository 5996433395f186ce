package org.attestry.runtime.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.attestry.runtime.config.OpenSettings;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.config.SettingsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EgressConfigTest {

  /** Settings that have an egress gate. */
  public record Service(EgressConfig egress) {}

  @Test
  void isClosedByDefault() {
    assertEquals(List.of(), read(Map.of()).egress().allowed());
    assertEquals(List.of(), OpenSettings.of(read(Map.of())));
  }

  @ParameterizedTest
  @CsvSource({
    "EGRESS_ALLOWED, *",
    "EGRESS_ALLOWED, issuer.example.org",
    "EGRESS_ALLOWED, http://issuer.example.org",
    "EGRESS_ALLOWED, http://127.0.0.1:8080",
    "EGRESS_ALLOWED, https://issuer.example.org/",
    "EGRESS_ALLOWED, https://issuer.example.org?x",
    "EGRESS_ALLOWED, https://user@issuer.example.org",
    "EGRESS_ALLOWED, file:///etc/passwd",
    "EGRESS_ALLOWED, https://*.example.org",
    "EGRESS_TIMEOUT, PT0S",
    "EGRESS_BYTES, 0",
    "EGRESS_CONCURRENT, 0",
    "EGRESS_CACHE_BYTES, -1"
  })
  void namesTheSettingThatIsWrong(String name, String value) {
    SettingsException refused =
        assertThrows(SettingsException.class, () -> read(Map.of(name, value)));
    assertTrue(refused.getMessage().contains(name), refused.getMessage());
  }

  @Test
  void httpIsAllowedForLocalSuitesAloneAndTheStartSaysSo() {
    Service local =
        read(Map.of("EGRESS_ALLOWED", "http://127.0.0.1:8080", "EGRESS_LOOPBACK", "true"));

    assertEquals("EGRESS_LOOPBACK", OpenSettings.of(local).getFirst().name());
  }

  private static Service read(Map<String, String> settings) {
    return Settings.of(settings).read(Service.class);
  }
}
