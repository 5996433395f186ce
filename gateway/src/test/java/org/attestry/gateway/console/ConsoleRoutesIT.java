package org.attestry.gateway.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attestry.gateway.GatewayServer;
import org.attestry.runtime.identifier.Sha256;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsoleRoutesIT {

  private static final Pattern ASSET = Pattern.compile("assets/([0-9a-f]{16})/app\\.js");
  private static GatewayServer gateway;
  private static HttpResponse<String> page;
  private static String assets;

  @BeforeAll
  static void start() {
    gateway = new GatewayServer();
    page = gateway.get("/console/", null);
    Matcher asset = ASSET.matcher(page.body());
    assertTrue(asset.find(), page.body());
    assets = "/console/assets/" + asset.group(1) + "/";
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @Test
  void thePageRunsItsOwnScriptsAlone() {
    assertEquals(200, page.statusCode());
    String policy = header(page, "content-security-policy");
    String nonce =
        page.body().replaceAll("(?s).*<script type=\"module\" nonce=\"([^\"]+)\".*", "$1");
    String imports =
        page.body().replaceAll("(?s).*<script type=\"importmap\">(.*?)</script>.*", "$1");
    String hash =
        Base64.getEncoder().encodeToString(Sha256.of(imports.getBytes(StandardCharsets.UTF_8)));
    assertTrue(
        policy.contains("script-src 'nonce-%s' 'sha256-%s';".formatted(nonce, hash)), policy);
    assertFalse(policy.contains("unsafe"), policy);
    assertTrue(policy.contains("connect-src 'self' " + origin() + ";"), policy);
    assertTrue(policy.contains("require-trusted-types-for 'script'"), policy);
    assertEquals("no-store", header(page, "cache-control"));
    String again = gateway.get("/console/", null).body();
    assertFalse(again.contains(nonce), "each page has a nonce of its own");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "app.js",
        "records/list.js",
        "console.css",
        "mark.svg",
        "texts/hi.json",
        "lib/lit/index.js",
        "lib/lit-html/lit-html.js",
        "lib/lit-element/lit-element.js",
        "lib/reactive-element/css-tag.js",
        "lib/pico.css"
      })
  void aFileOfTheVersionIsKeptForever(String file) {
    HttpResponse<String> reply = gateway.get(assets + file, null);

    assertEquals(200, reply.statusCode());
    assertEquals("public, max-age=31536000, immutable", header(reply, "cache-control"));
  }

  @Test
  void aFileOfAnotherVersionIsServedAndNotKept() {
    HttpResponse<String> reply = gateway.get("/console/assets/0123456789abcdef/app.js", null);

    assertEquals(200, reply.statusCode());
    assertEquals("no-cache", header(reply, "cache-control"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"nothing.js", "..%2Fapi%2Fopenapi.json", "records", "lib/lit/package.json"})
  void nothingElseIsServed(String file) {
    assertNotEquals(200, gateway.get(assets + file, null).statusCode());
  }

  @Test
  void aDeploymentMayHaveNoConsole() {
    try (GatewayServer without = new GatewayServer(Map.of("CONSOLE_CLIENT", ""))) {
      assertEquals(404, without.get("/console/", null).statusCode());
      assertEquals(404, without.get(assets + "app.js", null).statusCode());
    }
  }

  private static String origin() {
    return gateway.identity().issuer().replaceAll("(https?://[^/]+).*", "$1");
  }

  private static String header(HttpResponse<String> reply, String name) {
    return reply.headers().firstValue(name).orElse("");
  }
}
