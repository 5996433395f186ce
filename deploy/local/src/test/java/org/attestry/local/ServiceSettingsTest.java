package org.attestry.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.attestry.credential.CredentialConfig;
import org.attestry.registry.RegistryConfig;
import org.junit.jupiter.api.Test;

class ServiceSettingsTest {

  private static final Map<String, String> ENVIRONMENT =
      Map.of("SIGNING", "deferred", "PROOF_SUITE", "eddsa-rdfc-2022", "PATH", "/usr/bin");

  @Test
  void aServiceGetsTheSettingsOfTheEnvironmentThatItReads() {
    assertEquals(
        Map.of("SIGNING", "deferred"), ServiceSettings.given(RegistryConfig.class, ENVIRONMENT));
    assertEquals(
        Map.of("PROOF_SUITE", "eddsa-rdfc-2022"),
        ServiceSettings.given(CredentialConfig.class, ENVIRONMENT));
  }
}
