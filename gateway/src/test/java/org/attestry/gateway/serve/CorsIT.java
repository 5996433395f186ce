package org.attestry.gateway.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.attestry.gateway.GatewayConfig;
import org.attestry.gateway.GatewayServer;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.config.SettingsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CorsIT {

  private static final String ALLOWED = "access-control-allow-origin";

  @Test
  void allowsTheConfiguredOriginsAlone() {
    String friend = "https://app.example.org";
    try (GatewayServer gateway = new GatewayServer(Map.of("CORS_ORIGINS", friend))) {
      assertEquals(Optional.of(friend), preflight(gateway, friend).headers().firstValue(ALLOWED));
      HttpResponse<String> foreign = preflight(gateway, "https://evil.example");
      assertEquals(403, foreign.statusCode());
      assertTrue(foreign.headers().firstValue(ALLOWED).isEmpty());
      assertTrue(foreign.body().contains("gateway.origin"), foreign.body());
    }
  }

  @Test
  void configuredOriginsDoNotCloseWhatIsPublic() {
    try (GatewayServer gateway = new GatewayServer(Map.of("CORS_ORIGINS", "https://a.example"))) {
      HttpResponse<String> read =
          gateway.request("GET", "/contexts/abc").header("origin", "https://b.example").send();
      assertEquals(Optional.of("*"), read.headers().firstValue(ALLOWED));
      assertEquals(
          403,
          gateway
              .request("GET", "/api/v1/Teacher/t-1")
              .header("origin", "https://b.example")
              .send()
              .statusCode());
    }
  }

  /** A page that may call the API reads why its path is refused. */
  @Test
  void allowsOriginsForPathsThatAreNotProperlyEncoded() throws IOException {
    try (GatewayServer gateway = new GatewayServer(Map.of("CORS_ORIGINS", "https://a.example"))) {
      String read = sentRaw(gateway, "GET", "https://a.example");
      assertTrue(read.startsWith("HTTP/1.1 400 "), read);
      assertTrue(read.contains("\r\n" + ALLOWED + ": https://a.example\r\n"), read);
      assertTrue(sentRaw(gateway, "OPTIONS", "https://a.example").startsWith("HTTP/1.1 204 "));
      assertTrue(sentRaw(gateway, "GET", "https://b.example").startsWith("HTTP/1.1 403 "));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"A B", "", "\t", "get"})
  void answersPreflightsForMethodsThatAreNone(String method) {
    try (GatewayServer gateway = new GatewayServer(Map.of())) {
      HttpResponse<String> response =
          gateway
              .request("OPTIONS", "/health")
              .header("origin", "https://a.example")
              .header("access-control-request-method", method)
              .send();
      assertTrue(response.statusCode() < 500, response::toString);
    }
  }

  private static String sentRaw(GatewayServer gateway, String method, String origin)
      throws IOException {
    try (Socket socket = new Socket("127.0.0.1", gateway.port())) {
      String request =
          "%s /api/v1/Teacher/%%zz HTTP/1.1\r\nhost: x\r\norigin: %s\r\n".formatted(method, origin)
              + "access-control-request-method: GET\r\nconnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void refusesToAllowEverybody() {
    Map<String, String> settings =
        Map.of("CORS_ORIGINS", "*", "IDENTITY_ISSUER", "http://127.0.0.1/issuer");

    assertThrows(SettingsException.class, () -> Settings.of(settings).read(GatewayConfig.class));
  }

  private static HttpResponse<String> preflight(GatewayServer gateway, String origin) {
    return gateway
        .request("OPTIONS", "/api/v1/Teacher/t-1")
        .header("origin", origin)
        .header("access-control-request-method", "PUT")
        .header("access-control-request-headers", "authorization")
        .send();
  }
}
