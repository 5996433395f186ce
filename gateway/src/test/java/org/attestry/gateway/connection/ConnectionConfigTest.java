package org.attestry.gateway.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import org.attestry.gateway.GatewayConfig;
import org.attestry.runtime.config.Settings;
import org.junit.jupiter.api.Test;

class ConnectionConfigTest {

  @Test
  void noMoreConnectionsAreOpenThanTheHeapTakes() {
    assertEquals(3_413, config(Map.of()).most(160L << 20));
    assertEquals(10_000, config(Map.of()).most(1L << 30));
    assertEquals(20, config(Map.of("CONNECTION_MOST", "20")).most(160L << 20));
  }

  private static ConnectionConfig config(Map<String, String> settings) {
    Map<String, String> with = new HashMap<>(settings);
    with.put("IDENTITY_ISSUER", "http://127.0.0.1/issuer");
    return Settings.of(with).read(GatewayConfig.class).connection();
  }
}
