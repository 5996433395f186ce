package org.attestry.testkit.servers;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PortTest {

  @Test
  void impossibleNumberNamesTheSetting() {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> Port.of(70_000, "GATEWAY_PORT"));
    assertTrue(refused.getMessage().contains("GATEWAY_PORT"), refused.getMessage());
  }
}
