package org.attestry.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.config.SettingsException;
import org.attestry.runtime.service.ServiceLauncher.ProcessConfig;
import org.junit.jupiter.api.Test;

class GatewayConfigTest {

  @Test
  void servesTheApiAndItsManagementAtThePortsThatClientsExpect() {
    GatewayConfig config = read(Map.of("IDENTITY_ISSUER", "http://127.0.0.1/issuer"));
    ProcessConfig process = Settings.of(Map.of()).read(ProcessConfig.class);

    assertEquals(8081, config.httpPort());
    assertEquals(9081, process.management().port());
    assertEquals("127.0.0.1", process.management().host(), "never published with the API");
  }

  @Test
  void hasDefaultsForNamesAndOpensNothing() {
    GatewayConfig config = read(Map.of("IDENTITY_ISSUER", "http://127.0.0.1/issuer"));

    assertEquals("attestry", config.serviceId());
    assertEquals("admin", config.identity().adminRole());
    assertEquals(List.of("RS256", "PS256", "ES256", "EdDSA"), config.identity().algorithms());
    assertEquals(List.of(), config.corsOrigins());
  }

  @Test
  void believesNoIssuerThatNobodyNamed() {
    SettingsException refused = assertThrows(SettingsException.class, () -> read(Map.of()));

    assertTrue(refused.getMessage().contains("IDENTITY_ISSUER"), refused.getMessage());
  }

  private static GatewayConfig read(Map<String, String> settings) {
    return Settings.of(settings).read(GatewayConfig.class);
  }
}
